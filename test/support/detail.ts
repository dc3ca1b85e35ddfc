import { test, type TestContext, type TestOptions } from 'node:test';
import { extentVariable } from './nodeVersions.ts';

const extent = process.env[extentVariable];

/** `npm test` proves each promise once, and leaves what proves it in other ways to `npm run test:all`. */
export const withDetails = extent !== 'fast';

type Body = (context: TestContext) => unknown;

type Given = [Body] | [TestOptions, Body];

/** A test that only `npm run test:all` runs: one that takes long, while another of the same promise is quick. */
export function detail(name: string, ...given: Given): void {
  if (withDetails) testAs(name, given);
}

/**
 * A test that says the same on each Node.js line, in a file that has details or lines too: what is left
 * after `npm test` has no need of it.
 */
export function once(name: string, ...given: Given): void {
  if (extent !== 'rest') testAs(name, given);
}

function testAs(name: string, given: Given): void {
  const [options, body] = given.length === 1 ? [{}, given[0]] : given;
  void test(name, options, (context) => body(context) as Promise<void>);
}
