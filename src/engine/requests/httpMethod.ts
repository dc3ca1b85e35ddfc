import { METHODS } from 'node:http';

/** Whether a method, in capitals, can be measured. CONNECT can't: it asks for a tunnel and has no answer. */
export function isHttpMethod(method: string): boolean {
  return METHODS.includes(method) && method !== 'CONNECT';
}
