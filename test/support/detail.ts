import { test, type TestContext } from 'node:test';
import { extentVariable } from '../runner/testFiles.ts';

/** `npm test` proves each promise once, and leaves what proves it in other ways to `npm run test:all`. */
export const withDetails = process.env[extentVariable] !== 'fast';

/** A test that only `npm run test:all` runs: one that takes long, while another of the same promise is quick. */
export function detail(name: string, body: (context: TestContext) => unknown): void {
  if (withDetails) void test(name, (context) => body(context) as Promise<void>);
}
