/** This room may only use platform APIs that every JavaScript host has. */
declare class TextDecoder {
  constructor(label?: string);
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare function atob(base64: string): string;
