import { dirname, relative, sep } from 'node:path';
import type { ExportedFunction, PlacedFunction } from '../../shared/benchWire.ts';
import { writeWholeFile } from '../files/wholeFile.ts';

/** Writes a benchmark for mitata with its calls beside it; gives a sentence if the function can't be reached. */
export function writeBenchmark(
  file: string,
  exported: ExportedFunction,
  placed: PlacedFunction,
): { files: string[]; note?: string } {
  const { names, text, calls, base64 } = exported;
  const name = placed.name || 'the function';
  if (names === null && text === null) {
    return {
      files: [],
      note: `No benchmark was written: ${name} uses names of its module and is not exported. Export it and run again.`,
    };
  }
  const callsFile = `${file}.calls.json`;
  writeWholeFile(callsFile, `${JSON.stringify(calls ?? base64)}\n`);
  writeWholeFile(file, benchmarkText(file, callsFile, exported, placed));
  return { files: [file, callsFile] };
}

function benchmarkText(
  file: string,
  callsFile: string,
  { names, text, isMethod, isOwned, base64 }: ExportedFunction,
  { runtimeFile, name, kind }: PlacedFunction,
): string {
  const pathTo = (other: string) => {
    const path = relative(dirname(file), other).split(sep).join('/');
    return JSON.stringify(path.startsWith('.') ? path : `./${path}`);
  };
  const access = (names ?? []).map((each) => `[${JSON.stringify(each)}]`).join('');
  const chained = (names ?? []).map((each) => `?.[${JSON.stringify(each)}]`).join('');
  const getFunction =
    names === null
      ? `const measured = ${text};`
      : `// CommonJS modules have their exports in \`default\`.
const loaded = await import(${pathTo(runtimeFile)});
const exported = [loaded.default, loaded].find((each) => each${chained});
const measured = exported${access};`;
  const prototype = isMethod && names !== null && names.includes('prototype');
  const revived =
    base64 === null ? 'JSON.parse(text)' : "deserialize(Buffer.from(JSON.parse(text), 'base64'))";
  const call = 'measured.apply(self, args)';
  const finished = {
    function: call,
    async: `await ${call}`,
    generator: `[...${call}]`,
    'async generator': `await Array.fromAsync(${call})`,
  }[kind];
  const owner = names
    ?.slice(0, -1)
    .map((each) => `[${JSON.stringify(each)}]`)
    .join('');
  return `// A benchmark of ${JSON.stringify(name || 'a function')} with calls that were recorded under load. npm install mitata; node ${file.split(sep).at(-1)}
import { readFileSync } from 'node:fs';
${base64 === null ? '' : "import { deserialize } from 'node:v8';\n"}import { bench, do_not_optimize, run } from 'mitata';

${getFunction}
const text = readFileSync(new URL(${pathTo(callsFile)}, import.meta.url), 'utf8');
// Each iteration gets the next call, with values of its own if you copy them here.
const calls = ${revived};
${isOwned || prototype ? `const owner = exported${owner};\n` : ''}${isOwned ? 'for (const call of calls) call.self = owner;\n' : prototype ? 'for (const { self } of calls) Object.setPrototypeOf(self, owner);\n' : ''}
let next = 0;
bench(${JSON.stringify(name || 'function')}, ${kind.startsWith('async') ? 'async ' : ''}() => {
  const { self, args } = calls[next++ % calls.length];
  return do_not_optimize(${finished});
});
await run();
`;
}
