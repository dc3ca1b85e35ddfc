import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, ftruncateSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Why tests of pipes and devices are not for this system; false where they are. */
export const noPipes = process.platform === 'win32' ? 'Windows has no pipes in folders' : false;

export interface StrangeFiles extends Disposable {
  folder: string;
  pipe: string;
  /** A link to it. */
  zero: string;
  /** Sparse, of 100 GB. */
  huge: string;
}

/** What may lie where a file is expected. */
export function strangeFiles(): StrangeFiles {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-strange-'));
  const [pipe, zero, huge] = ['pipe', 'zero', 'huge'].map((name) => join(folder, name));
  execFileSync('mkfifo', [pipe!]);
  symlinkSync('/dev/zero', zero!);
  const file = openSync(huge!, 'w');
  ftruncateSync(file, 100e9);
  closeSync(file);
  const dispose = () => rmSync(folder, { recursive: true });
  return { folder, pipe: pipe!, zero: zero!, huge: huge!, [Symbol.dispose]: dispose };
}

/** A socket in the folder, until it is closed. */
export async function socketIn(folder: string): Promise<{ path: string; close(): void }> {
  const path = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((listening) => server.listen(path, listening));
  return { path, close: () => void server.close() };
}

/** A gzipped file that becomes about `bytes` of the same text, a thousand times its size. */
export function gzipBomb(head: string | Buffer, unit: string | Buffer, bytes: number): Buffer {
  const block = Buffer.alloc(unit.length * Math.ceil(4_000_000 / unit.length), unit);
  const member = gzipSync(block);
  const members = Array.from({ length: Math.ceil(bytes / block.length) }, () => member);
  return Buffer.concat([gzipSync(head), ...members]);
}
