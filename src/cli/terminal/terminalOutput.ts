import { randomUUID } from 'node:crypto';
import { plainText } from '../../shared/plainText.ts';

export interface TextStream {
  write(text: string, onWritten?: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Random, so that no text from outside can contain it. */
const mark = randomUUID();
const marked = new RegExp(`${mark}([0-9a-f]+);`, 'g');

/** Encodes a control sequence of ours; {@link TerminalOutput} decodes it. */
export function ownSequence(sequence: string): string {
  return sequence === '' ? '' : `${mark}${Buffer.from(sequence).toString('hex')};`;
}

/** Goes to the start of the line and clears it. */
export const eraseLine = ownSequence('\r\u001b[K');

/**
 * Standard output or standard error. All output goes through here, so that text from others can't
 * carry control sequences to a terminal: the only ones that get there are our own.
 */
export class TerminalOutput {
  constructor(private readonly stream: TextStream) {}

  get isTerminal(): boolean {
    return this.stream.isTTY === true;
  }

  /** Undefined if it is not a terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  write(text: string, onWritten?: () => void): void {
    const written = plainText(text).replace(marked, (_, sequence: string) =>
      Buffer.from(sequence, 'hex').toString(),
    );
    this.stream.write(written, onWritten);
  }

  /** Writes a sentence on what went wrong. Further lines are indented, so that quoted text is not taken for ours. */
  problem(message: string): void {
    this.write(`hotframe: ${plainText(message).trimEnd().replaceAll('\n', '\n  ')}\n`);
  }
}
