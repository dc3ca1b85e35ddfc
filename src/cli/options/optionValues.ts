import { InvalidArgumentError } from 'commander';
import { isHttpHeader } from '../../engine/requests/httpHeader.ts';
import { isHttpMethod } from '../../engine/requests/httpMethod.ts';
import { findingKinds, type FindingKind } from '../../shared/finding.ts';
import { samplers, type Sampler } from '../../shared/profileOrigin.ts';
import { areas, type Area } from '../../shared/vocabulary.ts';

// Parsers of option values for commander. Each gets the text of the command line and gives the
// value, or throws InvalidArgumentError with a sentence on what would be right.

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

export function seconds(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`It must be a number of seconds from ${min} to ${max}.`);
    }
    return value;
  };
}

export function httpMethod(text: string): string {
  const method = text.toUpperCase();
  if (!isHttpMethod(method)) {
    throw new InvalidArgumentError(
      'It must be an HTTP method such as GET, HEAD, POST, PUT, PATCH or DELETE.',
    );
  }
  return method;
}

/** Collects `k: v` of a repeatable option; a later value for the same name wins. */
export function header(
  text: string,
  previous: Record<string, string> = {},
): Record<string, string> {
  const colon = text.indexOf(':');
  if (colon < 0) throw new InvalidArgumentError("It needs a colon, as in 'accept: text/html'.");
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (!isHttpHeader(name, value)) {
    throw new InvalidArgumentError('It is not a header that HTTP allows.');
  }
  const others = Object.entries(previous).filter(
    ([other]) => other.toLowerCase() !== name.toLowerCase(),
  );
  return Object.fromEntries([...others, [name, value]]);
}

export function pathOrUrl(text: string): string {
  const isUrl = /^https?:\/\//i.test(text);
  if (!isUrl && !text.startsWith('/')) {
    throw new InvalidArgumentError('It must be a path such as /orders or an http(s):// URL.');
  }
  if (/\s/.test(text) || !URL.canParse(text, 'http://127.0.0.1')) {
    throw new InvalidArgumentError('It is not a valid URL.');
  }
  return text;
}

export function areaList(text: string): Area[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known: readonly string[] = areas;
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    throw new InvalidArgumentError(`It must be a list of areas out of ${areas.join(', ')}.`);
  }
  return areas.filter((area) => names.includes(area));
}

export function findingList(text: string): FindingKind[] {
  const names = text.split(',').map((name) => name.trim());
  const known: readonly string[] = findingKinds;
  if (names.some((name) => !known.includes(name))) {
    throw new InvalidArgumentError(`It must be a list of kinds out of ${findingKinds.join(', ')}.`);
  }
  return findingKinds.filter((kind) => names.includes(kind));
}

export function sampler(text: string): Sampler {
  const known = samplers.find((name) => name === text);
  if (known) return known;
  throw new InvalidArgumentError(`It must be one of ${samplers.join(', ')}.`);
}

export function fileName(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must name a file.');
  return text;
}

export function percent(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+) ?%?$/.test(text.trim()) ? Number.parseFloat(text) : NaN;
  if (!(value >= 0 && value <= 1000)) {
    throw new InvalidArgumentError('It must be a number of percent from 0 to 1000.');
  }
  return value;
}

export function precision(text: string): number {
  const value = percent(text);
  if (value >= 0.1 && value <= 50) return value;
  throw new InvalidArgumentError('It must be a number of percent from 0.1 to 50.');
}

export function revision(text: string): string {
  if (text.trim() === '') {
    throw new InvalidArgumentError('It must name a commit, such as HEAD, main or v1.2.');
  }
  return text.trim();
}
