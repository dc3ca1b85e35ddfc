/** Stands for what is not told. */
export const concealed = '•••';

/** As a word of a name anywhere in it: `DB_PASSWORD_FILE`, `accessToken`. */
const anywhere =
  /^(\w*(password|passwd|passphrase|secret|token|apikey|credential)s?|jwt|authorization)$/;
/** As the last word of a name alone, since `AUTH_MODE` and `KEY_PREFIX` are none. */
const last = /^(pass|passcode|pwd|auth|keys?|cookies?|sessionid|sid|signature|sig|dsn|bearer|otp)$/;

/** Whether what has this name (a variable, an option, a parameter of a URL) is likely a secret. */
export function isSecretName(name: string): boolean {
  // They are folders.
  if (/^(OLD)?PWD$/.test(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.some((word) => anywhere.test(word)) || last.test(words.at(-1) ?? '');
}

/** The words of a command, with `•••` for what is likely a secret: `--api-key=•••`, `TOKEN=•••`. */
export function commandWithoutSecrets(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const [, name, value] = /^([^\s=]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined && isSecretName(name)) {
      return `${name}=${concealed}`;
    }
    const before = words[index - 1] ?? '';
    const isValue = /^--?[a-z][^\s=]*$/i.test(before) && !word.startsWith('-');
    return isValue && isSecretName(before) ? concealed : urlWithoutSecrets(word);
  });
}

/** A text with `•••` for users and passwords of the URLs in it, and for parameters with secret names. */
export function urlWithoutSecrets(text: string): string {
  return text
    .replace(/(\w:\/\/)[^\s/?#@]+@/g, `$1${concealed}@`)
    .replace(/([?&;])([^\s=&;?#]+)=([^\s&;#]+)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${concealed}` : whole,
    );
}
