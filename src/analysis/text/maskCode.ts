/**
 * Blanks everything that is not code (comments, strings, template text, regular expressions), so
 * that brackets can be matched. Offsets and line breaks stay. It reads JavaScript and TypeScript
 * well enough to find brackets and never fails: a string that is not closed ends with its line.
 */
export function maskCode(text: string): string {
  return new Masker(text).mask();
}

class Masker {
  private readonly out: string[] = [];
  /** Bracket depth at which each open `${` ends. */
  private readonly templates: number[] = [];
  private depth = 0;
  private at = 0;
  /** The last non-space character of code. */
  private last = '';

  constructor(private readonly text: string) {}

  mask(): string {
    const { text } = this;
    while (this.at < text.length) {
      this.run();
      if (this.at < text.length) this.step(text[this.at]!, text[this.at + 1] ?? '');
    }
    return this.out.join('');
  }

  /** Copies code up to the next character that may begin or end something. */
  private run(): void {
    plain.lastIndex = this.at;
    const run = plain.exec(this.text)?.[0];
    if (run === undefined) return;
    this.out.push(run);
    this.at += run.length;
    for (let i = run.length - 1; i >= 0; i--) {
      if (run[i]!.trim() === '') continue;
      this.last = run[i]!;
      return;
    }
  }

  private step(char: string, next: string): void {
    if (char === '/' && next === '/') return this.blankTo(this.text.indexOf('\n', this.at));
    if (char === '/' && next === '*') {
      const end = this.text.indexOf('*/', this.at + 2);
      return this.blankTo(end < 0 ? -1 : end + 2);
    }
    if (char === '"' || char === "'") return this.quoted(char);
    if (char === '`') return this.template(1);
    if (char === '/' && this.regexMayStart()) return this.regex();
    if (char === '}' && this.templates.at(-1) === this.depth) {
      this.templates.pop();
      return this.template(1);
    }
    if (char === '{') this.depth++;
    if (char === '}') this.depth--;
    this.code(char);
  }

  private code(char: string): void {
    this.out.push(char);
    if (char.trim() !== '') this.last = char;
    this.at++;
  }

  private blankTo(end: number): void {
    const stop = end < 0 ? this.text.length : end;
    const blanked = this.text.slice(this.at, stop);
    const isOneLine = !blanked.includes('\n') && !blanked.includes('\r');
    this.out.push(isOneLine ? ' '.repeat(blanked.length) : blanked.replace(/[^\n\r]+/g, spaces));
    this.at = stop;
  }

  private quoted(quote: string): void {
    let end = this.at + 1;
    for (; end < this.text.length; end++) {
      const char = this.text[end];
      if (char === '\\') end++;
      else if (char === '\n') break;
      else if (char === quote) {
        end++;
        break;
      }
    }
    this.blankTo(Math.min(end, this.text.length));
    this.last = quote;
  }

  /** Blanks template text up to its end or the next `${`, after `skip` opening characters. */
  private template(skip: number): void {
    let end = this.at + skip;
    for (; end < this.text.length; end++) {
      if (this.text[end] === '\\') end++;
      else if (this.text[end] === '`') {
        this.blankTo(end + 1);
        this.last = '`';
        return;
      } else if (this.text[end] === '$' && this.text[end + 1] === '{') {
        this.templates.push(this.depth);
        this.blankTo(end + 2);
        this.last = '(';
        return;
      }
    }
    this.blankTo(-1);
  }

  private regexMayStart(): boolean {
    if (this.last === '' || '(,=:[!&|?{};+-*%<>~^'.includes(this.last)) return true;
    const before = this.text.slice(Math.max(0, this.at - 12), this.at);
    return /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|do|else|yield|await)\s*$/.test(
      before,
    );
  }

  private regex(): void {
    let inClass = false;
    for (let end = this.at + 1; end < this.text.length; end++) {
      const char = this.text[end];
      if (char === '\n') break;
      if (char === '\\') end++;
      else if (char === '[') inClass = true;
      else if (char === ']') inClass = false;
      else if (char === '/' && !inClass) {
        this.blankTo(end + 1);
        this.last = '/';
        return;
      }
    }
    // It was not a regular expression.
    this.code('/');
  }
}

const plain = /[^"'`/{}]+/y;

function spaces(text: string): string {
  return ' '.repeat(text.length);
}
