/** Replaces a secret. */
export const redacted = '•••';

/** Words that mark a secret anywhere in a name: `DB_PASSWORD_FILE`, `accessToken`. */
const anywhere =
  /^(\w*(password|passwd|passphrase|secret|token|credential|(api|access|auth|encryption|private|session|signing)key)s?|jwt|authorization)$/;
/** Words that mark a secret only at the end, since `AUTH_MODE` and `KEY_PREFIX` are none. */
const last =
  /^((db|pg|root|user|admin)?pass|passcode|pwd|pat|auth|keys?|cookies?|sessionid|sid|signature|sig|dsn|bearer|otp)$/;
/** Whole names: a variable that is named after a service holds its key. */
const service =
  /^(anthropic|gemini|github|gitlab|mailgun|openai|postmark|resend|sendgrid|slack|stripe|twilio)$/;

/** Whether a variable, an option or a URL parameter of this name is likely a secret. */
export function isSecretName(name: string): boolean {
  // PWD is a folder.
  if (/^(OLD)?PWD$/.test(name)) return false;
  const words = wordsOf(name);
  return (
    words.some((word) => anywhere.test(word)) ||
    last.test(words.at(-1) ?? '') ||
    (words.length === 1 && service.test(words[0]!))
  );
}

/**
 * The stricter test for any text, in which `key: 'id'` and `foreignKey: 'x'` are common and no
 * secrets.
 */
function isTellingName(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => anywhere.test(word))) return true;
  const [end = '', before = ''] = words.toReversed();
  if (/^keys?$/.test(end)) return anywhere.test(`${before}key`) || service.test(before);
  return last.test(end) && !/^(auth|sid|sig|signature)$/.test(end);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * Whether a text is common in output: `test`, `production`, `3000`. Such a secret is redacted only
 * after its name, otherwise errors would be unreadable.
 */
export function isOrdinary(text: string): boolean {
  const word = text.trim();
  return (
    word.length < 6 ||
    /^\d{1,9}$/.test(word) ||
    (word.length < 16 && /^([a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(word))
  );
}

/** A place in a text that holds a secret, in the group of this name; `name` says whether it does. */
interface SecretPlace {
  pattern: RegExp;
  isSecret?: (groups: Record<string, string | undefined>) => boolean;
}

const hasSecretName: SecretPlace['isSecret'] = ({ name = '' }) => isSecretName(name);
const hasTellingName: SecretPlace['isSecret'] = ({ name = '' }) => isTellingName(name);

const places: SecretPlace[] = [
  // Secrets with a form of their own: of GitHub, GitLab, Stripe, Slack, AWS, Google, npm, OpenAI
  // and SendGrid; a JWT; a key.
  {
    pattern:
      /(?<![A-Za-z0-9])(?<secret>gh[opsur]_[A-Za-z0-9]{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|[rs]k_(?:live|test)_\w{6,}|whsec_\w{10,}|xox[a-z]-[\w-]{10,}|A[KS]IA[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}|sk-[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w+/-]{10,}=*(?:\.[\w-]*)*)/g,
  },
  {
    pattern:
      /(?<before>-----BEGIN [A-Z ]*PRIVATE KEY-----)(?<secret>(?:(?!-----END)[^])+)(?<after>)/g,
  },
  // postgres://ann:SECRET@db
  { pattern: /(?<before>\w:\/\/)(?<secret>[^\s/?#"'<>`]+)(?<after>@)/g },
  // ?token=SECRET
  {
    pattern: /(?<before>[?&;](?<name>[^\s=&;?#"'<>]+)=)(?<secret>[^\s&;#"'<>]+)/g,
    isSecret: hasSecretName,
  },
  // Authorization: SECRET
  {
    pattern:
      /(?<![\w-])(?<before>(?<name>(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{1,60}):[ \t]*)(?<secret>[^\s"'`][^\n"'`]*)/gi,
    isSecret: hasSecretName,
  },
  // "password":"SECRET", password: 'SECRET', \"password\":\"SECRET\"
  {
    pattern:
      /(?<![\w.-])(?<before>(?<name>[A-Za-z_-][\w.-]{0,60})\\*["']?\s{0,9}[:=]\s{0,9}(?<quote>\\*["'`]))(?<secret>(?:(?!\k<quote>)(?:\\.|[^\n\\]))+)(?<after>\k<quote>)/g,
    isSecret: hasTellingName,
  },
  // API_TOKEN=SECRET
  {
    pattern:
      /(?<![\w.-])(?<before>(?<name>[A-Za-z_-][\w.-]{0,60})=)(?<secret>[^\s"'`;&,(){}[\]<>=][^\s"'`;&,(){}[\]<>]*)/g,
    isSecret: hasTellingName,
  },
  // --token SECRET
  {
    pattern:
      /(?<![\w-])(?<before>(?<name>--[a-z][\w-]{0,60})[ \t]+)(?<secret>[^\s"'`<[-][^\s"'`]*)/gi,
    isSecret: ({ name = '', secret = '' }) => isSecretName(name) && !/^[a-z]+$/i.test(secret),
  },
  // Bearer SECRET
  {
    pattern: /(?<before>\b(?:bearer|basic)[ \t]+)(?<secret>[\w.~+/-]{6,}=*)/gi,
    isSecret: ({ secret = '' }) => /\d|[a-z][A-Z]/.test(secret) || secret.length >= 20,
  },
];

function replaceSecrets(text: string, replace: (secret: string) => string): string {
  return places.reduce(
    (rest, { pattern, isSecret }) =>
      rest.replace(pattern, (whole: string, ...found) => {
        const groups = found.at(-1) as Record<string, string | undefined>;
        const { before = '', secret = '', after = '' } = groups;
        if (isSecret && !isSecret(groups)) return whole;
        return before + replace(secret) + after;
      }),
    text,
  );
}

/** A text with `•••` for each secret that its form or the name before it reveals. */
export function redactedText(text: string): string {
  return replaceSecrets(text, () => redacted);
}

/** The secrets that {@link redactedText} removes. */
export function secretsIn(text: string): string[] {
  const found: string[] = [];
  replaceSecrets(text, (secret) => {
    found.push(secret);
    return redacted;
  });
  return found;
}

/** The words of a command, with `•••` for likely secrets: `--api-key=•••`, `TOKEN=•••`. */
export function redactedCommand(words: readonly string[]): string[] {
  return replaceInCommand(words, () => redacted);
}

/** The secrets that {@link redactedCommand} removes. */
export function secretsInCommand(words: readonly string[]): string[] {
  const found: string[] = [];
  replaceInCommand(words, (secret) => {
    found.push(secret);
    return redacted;
  });
  return found;
}

function replaceInCommand(words: readonly string[], replace: (secret: string) => string): string[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? '';
    if (!word.startsWith('-') && asksForSecret(before, word)) return replace(word);
    // `--api-key=SECRET`, and `X-Api-Key: SECRET` as one word, after `-H` too.
    const [, start, name, value] = /^((?:-H|--[\w-]+=)?([\w.-]+)(?:=|:\s+))(.+)$/s.exec(word) ?? [];
    if (start !== undefined && isSecretName(name!)) return start + replace(value!);
    return replaceSecrets(word, replace);
  });
}

const scheme = /^(bearer|basic)$/i;

/** Whether the word after this one of a command is a secret. */
function asksForSecret(before: string, word: string): boolean {
  if (before === '-p') return !isPortOrPath(word);
  if (scheme.test(before)) return !isOrdinary(word);
  // `--token`, and of a text that was split at spaces `Authorization:`.
  const [name] = /^(--?[a-z][^\s=:]*(?=$)|[\w-]+(?=:$))/i.exec(before) ?? [];
  return name !== undefined && isSecretName(name) && !scheme.test(word);
}

/** `-p 3000`, `-p 127.0.0.1:3000`, `-p tsconfig.json` */
function isPortOrPath(word: string): boolean {
  return /^\d{1,5}$|^[\w.[\]-]*:[\d:]+$|[/\\]|\.[a-z]{2,4}$/i.test(word);
}
