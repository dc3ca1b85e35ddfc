import { randomUUID } from 'node:crypto';
import { plainText } from '../../shared/plainText.ts';

/** The part of a stream that is used here. */
export interface TextStream {
  write(text: string, onWritten?: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Known to this process alone: no text from outside holds it. */
const mark = randomUUID();
const marked = new RegExp(`${mark}([0-9a-f]+);`, 'g');

/** A sequence of our own as a text that {@link TerminalOutput} writes as the sequence. */
export function ownSequence(sequence: string): string {
  return sequence === '' ? '' : `${mark}${Buffer.from(sequence).toString('hex')};`;
}

/** Goes to the start of the line and empties it. */
export const eraseLine = ownSequence('\r\u001b[K');

/**
 * Standard output or standard error: all that the command writes goes through here. What others
 * wrote reaches a terminal as text only, and the sequences that arrive there are our own.
 */
export class TerminalOutput {
  constructor(private readonly stream: TextStream) {}

  get isTerminal(): boolean {
    return this.stream.isTTY === true;
  }

  /** Undefined where it is no terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  write(text: string, onWritten?: () => void): void {
    const written = plainText(text).replace(marked, (_, sequence: string) =>
      Buffer.from(sequence, 'hex').toString(),
    );
    this.stream.write(written, onWritten);
  }

  /** A sentence on what went wrong; what it quotes below is set in, so that it is not taken for ours. */
  problem(message: string): void {
    this.write(`hotframe: ${plainText(message).trimEnd().replaceAll('\n', '\n  ')}\n`);
  }
}
