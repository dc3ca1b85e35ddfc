import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

interface Room {
  /** Other rooms it may import from. */
  rooms: string[];
  packages: string[];
  /** True: all of Node.js; or the modules. */
  node: boolean | string[];
}

/** The room table of src/README.md, which a test below compares with this. */
const roomTable: Record<string, Room> = {
  'src/shared': { rooms: [], packages: [], node: false },
  'src/analysis': {
    rooms: ['src/shared'],
    packages: ['@jridgewell/trace-mapping', 'diff', 'jstat', 'pprof-format'],
    node: false,
  },
  'src/engine': {
    rooms: ['src/shared', 'src/analysis'],
    packages: [
      '0x',
      'acorn',
      'autocannon',
      'hdr-histogram-js',
      'jsonc-parser',
      'pidusage',
      'ws',
      'yaml',
    ],
    node: true,
  },
  'src/server': {
    rooms: ['src/shared', 'src/analysis', 'src/engine'],
    packages: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
    node: true,
  },
  'src/host': {
    rooms: ['src/shared'],
    packages: ['vscode', 'vscode-languageclient'],
    node: ['node:path', 'node:fs', 'node:util', 'node:module'],
  },
  'src/cli': {
    rooms: ['src/shared', 'src/analysis', 'src/engine'],
    packages: ['commander', 'picocolors'],
    node: true,
  },
  webview: {
    rooms: ['src/shared'],
    packages: ['d3-flame-graph', 'd3-selection', 'uplot'],
    node: false,
  },
};

/**
 * The folders of each room, from the one that imports no other up. A folder imports those before it,
 * and files that lie in the room itself (programs, what wires a room up) import all of them.
 */
const folderOrder: Record<string, string[]> = {
  'src/shared': [],
  'src/analysis': [
    'profile',
    'log',
    'text',
    'routes',
    'source',
    'merge',
    'import',
    'awaits',
    'report',
    'growth',
    'findings',
    'flame',
    'export',
    'saved',
    'compare',
    'lineMapping',
  ],
  'src/engine': [
    'files',
    'processes',
    'signals',
    'programs',
    'runFolder',
    'profile',
    'secrets',
    'git',
    'requests',
    'serving',
    'load',
    'samplers/0x',
    'samplers',
    'learning/clients',
    'learning',
    'memory',
    'launch',
    'run',
    'attach',
    'measure',
    'bench',
    'import',
  ],
  'src/server': [
    'core',
    'store',
    'profile',
    'flame',
    'memory',
    'lines',
    'why',
    'runs',
    'compare',
    'measure',
    'bench',
  ],
  'src/host': [
    'core',
    'panels',
    'lines',
    'why',
    'load',
    'launch',
    'runs',
    'flame',
    'run',
    'findings',
    'memory',
    'attach',
    'measure',
    'bench',
    'compare',
    'routes',
  ],
  'src/cli': ['options', 'terminal'],
  webview: ['elements', 'flame', 'waits', 'profile', 'compare', 'why', 'bench'],
};

interface Import {
  from: string;
  specifier: string;
}

test('every file lies in a room', () => {
  for (const file of sourceFiles('src')) {
    assert.ok(roomOf(file), `${file} is in no room`);
  }
});

for (const [name, room] of Object.entries(roomTable)) {
  test(`${name} imports only what its row of the room table allows`, () => {
    const imports = sourceFiles(name).flatMap(importsOf);
    const wrong = imports.filter((each) => !isAllowed(each, name, room));
    assert.deepEqual(
      wrong.map(({ from, specifier }) => `${from} imports ${specifier}`),
      [],
    );
  });
}

for (const [name, folders] of Object.entries(folderOrder)) {
  test(`the folders of ${name} import one way`, () => {
    const rankOf = (file: string) => {
      const folder = dirname(file.slice(name.length + 1));
      return folder === '.' ? folders.length : folders.indexOf(folder);
    };
    const files = sourceFiles(name);
    const unlisted = files.filter((file) => rankOf(file) < 0);
    assert.deepEqual(unlisted, [], 'every folder has its place in the order');
    const upward = files.flatMap(importsOf).filter(({ from, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      const target = fromRoot(resolve(root, dirname(from), specifier));
      return roomOf(target) === name && rankOf(target) > rankOf(from);
    });
    assert.deepEqual(
      upward.map(({ from, specifier }) => `${from} imports ${specifier}`),
      [],
    );
  });
}

test('no file imports itself by way of others', () => {
  const imports = new Map(
    Object.keys(roomTable)
      .flatMap(sourceFiles)
      .map((file) => [
        file,
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => fromRoot(resolve(root, dirname(file), specifier))),
      ]),
  );
  const finished = new Set<string>();
  const circleFrom = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return null;
  };
  for (const file of imports.keys()) assert.equal(circleFrom(file, [])?.join(' → '), undefined);
});

test('sees every way to import', () => {
  const text = `
    import './side.ts'; import type { A } from './type.ts'; import { type B } from './inline.ts';
    export * from './all.ts'; export { c } from './named.ts'; const d = import('./dynamic.ts');
    const e = require('./required.ts'); let f: import('./typeQuery.ts').F;
    import g = require('./equals.ts');`;
  assert.deepEqual(
    specifiersIn(text).sort(),
    [
      './all.ts',
      './dynamic.ts',
      './equals.ts',
      './inline.ts',
      './named.ts',
      './required.ts',
      './side.ts',
      './type.ts',
      './typeQuery.ts',
    ],
    'as the parser has them',
  );
});

test('the host script of the saved page reaches nothing of Node.js', () => {
  const reached = new Set<string>();
  const waiting = ['src/cli/pageHost.ts'];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    // Types are gone by then: only what is bundled counts.
    const { code } = transformSync(readFileSync(join(root, file), 'utf8'), {
      loader: 'ts',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    for (const specifier of specifiersIn(code)) {
      assert.ok(!isBuiltin(specifier), `${file} imports ${specifier}`);
      if (specifier.startsWith('.'))
        waiting.push(fromRoot(resolve(root, dirname(file), specifier)));
    }
  }
  assert.ok(reached.has('src/analysis/flame/flameView.ts'), [...reached].join(', '));
  assert.ok(![...reached].some((file) => file.startsWith('src/engine/')), [...reached].join(', '));
});

test("src/README.md's room table is this one", () => {
  // Without the padding of its columns.
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8').replace(/ +/g, ' ');
  for (const [name, room] of Object.entries(roomTable)) {
    const allowed = [...room.rooms.map((other) => other.replace('src/', '')), ...room.packages];
    if (room.node === true) allowed.push('Node.js');
    else if (room.node) allowed.push(...room.node.map((name) => `\`${name}\``));
    const row = `| \`${name}\` | ${allowed.join(', ') || 'nothing'} |`;
    assert.ok(readme.includes(row), `src/README.md should hold a row that begins with: ${row}`);
  }
});

test("src/README.md's list of folders is this one", () => {
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8').replace(/ +/g, ' ');
  for (const [name, folders] of Object.entries(folderOrder)) {
    if (folders.length === 0) continue;
    const row = `- \`${name}\`: ${folders.map((folder) => `\`${folder}\``).join(' → ')}`;
    assert.ok(readme.includes(row), `src/README.md should hold the line: ${row}`);
  }
});

test('every file that src/README.md links to is there', () => {
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
  assert.ok(links.length > 20, 'the links were found');
  for (const link of links) assert.ok(existsSync(join(root, 'src', link)), link);
});

function isAllowed({ from, specifier }: Import, name: string, room: Room): boolean {
  if (isBuiltin(specifier)) {
    if (typeof room.node === 'boolean') return room.node && specifier.startsWith('node:');
    return room.node.includes(specifier);
  }
  if (specifier.startsWith('.')) {
    const target = roomOf(fromRoot(resolve(root, dirname(from), specifier)));
    return target === name || (target !== null && room.rooms.includes(target));
  }
  const parts = specifier.split('/');
  return room.packages.includes(parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'));
}

function roomOf(file: string): string | null {
  return Object.keys(roomTable).find((name) => file.startsWith(`${name}/`)) ?? null;
}

function importsOf(file: string): Import[] {
  return specifiersIn(readFileSync(join(root, file), 'utf8')).map((specifier) => ({
    from: file,
    specifier,
  }));
}

function specifiersIn(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .map((file) => fromRoot(join(root, folder, file)));
}

/** With `/` on each system. */
function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/');
}
