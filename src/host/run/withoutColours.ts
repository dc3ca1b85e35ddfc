/** An output channel shows a terminal's colours as text. */
export function withoutColours(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
