import type { LoadRequest } from '../../shared/runOptions.ts';
import { dynamicVariable } from './dynamicVariable.ts';
import { isHopByHop, isHttpHeader } from './httpHeader.ts';
import { isHttpMethod } from './httpMethod.ts';
import { SourceError } from './jsonSource.ts';
import { fillIn, placeholdersIn } from './placeholders.ts';
import { encodedAround } from './requestPath.ts';
import type { Environment } from './scenarioSource.ts';

/**
 * Requests of a `.http` or `.rest` file, as editors' REST clients read it:
 *
 *   @host = http://localhost:3000        a variable, used as {{host}} in the whole file
 *   ### Create an order                  begins a request and names it
 *   POST {{host}}/orders HTTP/1.1        method and version are optional
 *   Content-Type: application/json
 *
 *   < ./order.json                       the body, or a file with all or part of it
 *
 * Hosts are left out, even unknown ones: all requests go to the target.
 */
export interface HttpFileRequest {
  name: string | null;
  request: LoadRequest;
}

export interface HttpFileSurroundings {
  environment: Environment;
  /** Variables of environment files; the file's own win. */
  variables: ReadonlyMap<string, string>;
  /** Names in `{{name}}` that get their value later. */
  captured: ReadonlySet<string>;
  /** The text of a file, relative to this one's folder; throws an Error with a sentence. */
  readBody(name: string): string;
}

/** The requests that can be sent, and a problem for each of the others. */
export function parseHttpFile(
  text: string,
  surroundings: HttpFileSurroundings,
): { requests: HttpFileRequest[]; problems: SourceError[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const variables = new Map([...surroundings.variables, ...variablesOf(lines)]);
  const requests: HttpFileRequest[] = [];
  const problems: SourceError[] = [];
  for (const section of sectionsOf(lines)) {
    try {
      const request = new SectionReader(section, variables, surroundings).read();
      if (request) requests.push(request);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      problems.push(error);
    }
  }
  return { requests, problems };
}

interface Section {
  name: string | null;
  lines: string[];
  /** The 1-based line in the file of the first of `lines`. */
  firstLine: number;
}

function sectionsOf(lines: string[]): Section[] {
  const sections: Section[] = [{ name: null, lines: [], firstLine: 1 }];
  for (const [index, line] of lines.entries()) {
    const separator = /^###+(.*)$/.exec(line);
    if (separator) {
      sections.push({ name: separator[1]!.trim() || null, lines: [], firstLine: index + 2 });
    } else sections.at(-1)!.lines.push(line);
  }
  return sections;
}

const variableLine = /^\s*@([^\s=]+)\s*=\s*(.*?)\s*$/;

function variablesOf(lines: string[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = variableLine.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables.set(name, value);
  }
  return variables;
}

const processVariable = /^\$processEnv\s+%?(\S+)$/;

/** Replaces unknown variables in the host, which is left out anyway. */
function withKnownHost(url: string, isKnown: (name: string) => boolean): string {
  const [host = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#{])*/i.exec(url) ?? [];
  return fillIn(host, (name) => (isKnown(name) ? null : 'localhost')) + url.slice(host.length);
}

function typeOf(headers: Record<string, string>): string {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-type');
  return name === undefined ? '' : headers[name]!;
}

/** Limits nested variables, with which a short file could expand without end. */
const maxFillings = 10_000;

class SectionReader {
  #name: string | null;
  #at = 0;
  #fillings = 0;

  constructor(
    private readonly section: Section,
    private readonly variables: ReadonlyMap<string, string>,
    private readonly surroundings: HttpFileSurroundings,
  ) {
    this.#name = section.name;
  }

  /** Null if the section has only blank lines and comments. */
  read(): HttpFileRequest | null {
    if (!this.#skipToRequest()) return null;
    const startLine = this.#at;
    const target = this.#requestLine();
    const headers = this.#headers();
    const body = this.#body(typeOf(headers));
    const method = target.method ?? (body === undefined ? 'GET' : 'POST');
    if (!isHttpMethod(method)) {
      throw this.#problem(`${method} is not a method of HTTP`, startLine);
    }
    return {
      name: this.#name,
      request: {
        method,
        path: this.#pathOf(target.url, startLine),
        headers,
        ...(body === undefined ? {} : { body }),
      },
    };
  }

  /** Skips blank lines, comments and variables. */
  #skipToRequest(): boolean {
    const { lines } = this.section;
    for (; this.#at < lines.length; this.#at++) {
      const line = lines[this.#at]!.trim();
      const named = /^(?:#|\/\/)\s*@name\s*[=\s]\s*(\S.*)$/.exec(line);
      if (named) this.#name = named[1]!.trim();
      if (line.startsWith('<')) {
        throw this.#problem('scripts before a request are not run', this.#at);
      }
      const isPassedOver = line === '' || /^(#|\/\/)/.test(line) || variableLine.test(line);
      if (!isPassedOver) return true;
    }
    return false;
  }

  #requestLine(): { method: string | null; url: string } {
    const { lines } = this.section;
    let text = lines[this.#at++]!.trim();
    // Indented lines continue a long query.
    while (/^\s+\S/.test(lines[this.#at] ?? '')) text += lines[this.#at++]!.trim();
    const [, method, url] = /^(?:([A-Za-z-]+)\s+)?(\S.*?)(?:\s+HTTP\/[\d.]+)?$/.exec(text) ?? [];
    return { method: method?.toUpperCase() ?? null, url: url ?? '' };
  }

  #pathOf(written: string, line: number): string {
    const url = this.#filled(
      withKnownHost(written, (name) => this.#isKnown(name)),
      line,
    );
    const whole =
      /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('/') ? url : `http://${url}`;
    // The host may be a variable that is known later: then it stands at the beginning of the path.
    const path = whole.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
    const full = path.startsWith('/') ? path : `/${path}`;
    if (!URL.canParse(full, 'http://localhost')) throw this.#problem('it has no URL', line);
    return encodedAround(full);
  }

  #headers(): Record<string, string> {
    const { lines } = this.section;
    const headers: Record<string, string> = {};
    for (; this.#at < lines.length; this.#at++) {
      const line = lines[this.#at]!.trim();
      if (line === '') break;
      if (/^(#|\/\/)/.test(line)) continue;
      const colon = line.indexOf(':');
      if (colon < 1) throw this.#problem('this is not a header', this.#at);
      const name = line.slice(0, colon).trim();
      const value = this.#filled(line.slice(colon + 1).trim(), this.#at);
      if (!isHttpHeader(name, value)) throw this.#problem('this is not a header', this.#at);
      if (!isHopByHop(name)) headers[name] = value;
    }
    return headers;
  }

  #body(type: string): string | undefined {
    const { lines } = this.section;
    const start = ++this.#at;
    const rest = lines.slice(start);
    // After the body come scripts that check the answer, and files to save it in.
    const end = rest.findIndex((line) => /^(>|<>)\s*(\{%|\S)/.test(line) && !/^>>?\s*$/.test(line));
    const own = rest.slice(0, end < 0 ? rest.length : end);
    while (own.length > 0 && /^\s*($|#|\/\/)/.test(own.at(-1)!)) own.pop();
    const parts = own.map((line, index) => this.#bodyLine(line, start + index));
    // A form may be written in several lines. Multipart bodies need CRLF.
    if (/^application\/x-www-form-urlencoded/i.test(type)) {
      return parts.map((part) => part.trim()).join('') || undefined;
    }
    return parts.join(/^multipart\//i.test(type) ? '\r\n' : '\n').trim() || undefined;
  }

  /** One line of a body, or the content of the file that it names. */
  #bodyLine(line: string, at: number): string {
    const [, filled, name] = /^<(@\w*)?\s+(\S.*)$/.exec(line) ?? [];
    if (name === undefined) return this.#filled(line, at);
    const text = this.#file(this.#filled(name.trim(), at), at);
    return filled === undefined ? text : this.#filled(text, at);
  }

  #file(name: string, line: number): string {
    try {
      return this.surroundings.readBody(name);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new SourceError(message, this.section.firstLine + line);
    }
  }

  #filled(text: string, line: number): string {
    return this.#fill(text, line, []);
  }

  #isKnown(name: string): boolean {
    return (
      this.variables.has(name) ||
      this.surroundings.captured.has(name) ||
      processVariable.test(name) ||
      dynamicVariable(name) !== null
    );
  }

  #fill(text: string, line: number, within: string[]): string {
    const names = placeholdersIn(text);
    if (names.length === 0) return text;
    if (++this.#fillings > maxFillings) throw this.#problem('its variables do not end', line);
    for (const name of names) {
      if (this.#isKnown(name) && !within.includes(name)) continue;
      throw this.#problem(`{{${name}}} has no value in this file or an environment file`, line);
    }
    return fillIn(text, (name) => {
      const [, variable] = processVariable.exec(name) ?? [];
      if (variable !== undefined) {
        const value = this.surroundings.environment[variable];
        if (value !== undefined) return value;
        throw this.#problem(`the environment has no variable ${variable}`, line);
      }
      const value = this.variables.get(name);
      return value === undefined
        ? dynamicVariable(name)
        : this.#fill(value, line, [...within, name]);
    });
  }

  #problem(what: string, line: number): SourceError {
    return new SourceError(`${what}.`, this.section.firstLine + line);
  }
}
