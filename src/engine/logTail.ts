/** Reads the V8 logs of a folder while they grow. */
export declare class LogTail {
  constructor(folder: string);
  /** Begins to poll for `*.log` files and to read what is new in them. */
  start(): void;
  /** Reads what is on disk up to now and ends the polling. */
  finish(): Promise<void>;
  /** Ends the polling without reading further. */
  stop(): void;
}
