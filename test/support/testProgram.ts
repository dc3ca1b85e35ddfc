import { join } from 'node:path';

/** Programs that tests start, by their paths below test/; they are compiled with the tests. */
export const testPrograms = ['process/engineDriver', 'process/serverEditor'] as const;

/** The environment variable that names the folder of what was compiled. */
export const compiledVariable = 'HOTFRAME_TEST_COMPILED';

/** Absolute path of what Node.js runs without a loader. */
export function testProgram(name: (typeof testPrograms)[number]): string {
  const folder = process.env[compiledVariable];
  if (!folder) throw new Error(`${compiledVariable} is not set: start tests by npm test.`);
  return join(folder, `${name}.js`);
}
