/** Whether a person has typed the host of a URL, which is as `URL` gives it: `api.example.test`, `[2001:db8::1]`. */
export function isHostTyped(host: string, typed: string): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^\[(.*)\]$/, '$1');
  return plain(typed) === plain(host);
}
