// Checks of the input of Profile With Options…: each gives a sentence on what is wrong, or null.

export function urlProblem(text: string): string | null {
  const url = text.trim();
  if (url.startsWith('/')) return null;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return 'A path that begins with / or a whole URL';
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return `${url} is not a URL`;
  }
  if (!/^https?:$/.test(parsed.protocol)) return 'Only http and https can be loaded';
  return null;
}

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

export function connectionsProblem(text: string): string | null {
  const count = Number(text);
  const isRight = /^\d+$/.test(text.trim()) && count >= 1 && count <= 10_000;
  return isRight ? null : 'A whole number from 1 to 10 000';
}

export function durationProblem(text: string): string | null {
  const seconds = Number(text);
  const isRight = text.trim() !== '' && seconds >= 1 && seconds <= 3600;
  return isRight ? null : 'Seconds, from 1 to 3600';
}

/** The content type: JSON if the body parses as such, else plain text. */
export function bodyHeaders(body: string): Record<string, string> {
  if (body === '') return {};
  try {
    JSON.parse(body);
    return { 'content-type': 'application/json' };
  } catch {
    return { 'content-type': 'text/plain; charset=utf-8' };
  }
}
