import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  environmentValue,
  setEnvironmentValue,
} from '../../src/engine/processes/environmentValue.ts';
import { executableNames } from '../../src/engine/processes/executablePath.ts';
import { batchCommand } from '../../src/engine/processes/nodeCommand.ts';
import { readShim } from '../../src/engine/processes/programShim.ts';
import { shellWordsWith } from '../../src/engine/launch/sampledChildren.ts';
import { npmShim } from '../support/npmShim.ts';

/** As pnpm, yarn and corepack write them. */
const pnpmShim = (start: string) =>
  `@SETLOCAL
@IF NOT DEFINED NODE_PATH (
  @SET "NODE_PATH=C:\\shop\\node_modules\\.pnpm\\tsx@4.19.2\\node_modules;C:\\shop\\node_modules"
) ELSE (
  @SET "NODE_PATH=C:\\shop\\node_modules;%NODE_PATH%"
)
@IF EXIST "%~dp0\\node.exe" (
  "%~dp0\\node.exe"  ${start}
) ELSE (
  @SET PATHEXT=%PATHEXT:;.JS;=;%
  node  ${start}
)
`.replaceAll('\n', '\r\n');

const otherShells = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")

case \`uname\` in
    *CYGWIN*|*MINGW*|*MSYS*) basedir=\`cygpath -w "$basedir"\`;;
esac

if [ -x "$basedir/node" ]; then
  exec "$basedir/node" --no-warnings "$basedir/../shop/bin/serve" "$@"
else
  exec node --no-warnings "$basedir/../shop/bin/serve" "$@"
fi
`;

describe('the script of a package manager', () => {
  const script = (path: string, ...flags: string[]) => ({ kind: 'script', path, flags });

  test('is read for the JavaScript that it starts, with the flags of Node.js', () => {
    const tsx = '..\\tsx\\dist\\cli.mjs';
    assert.deepEqual(readShim(npmShim('node', `"%_prog%"  "%dp0%\\${tsx}" %*`)), script(tsx));
    assert.deepEqual(readShim(pnpmShim(`"%~dp0\\${tsx}" %*`)), script(tsx));
    assert.deepEqual(
      readShim(
        npmShim('node', '"%_prog%" --no-warnings --import=a "%dp0%\\..\\shop\\bin\\serve" %*'),
      ),
      script('..\\shop\\bin\\serve', '--no-warnings', '--import=a'),
    );
    assert.deepEqual(
      readShim(pnpmShim('"C:\\store\\links\\tsx\\dist\\cli.mjs" %*')),
      script('C:\\store\\links\\tsx\\dist\\cli.mjs'),
    );
    assert.deepEqual(readShim(otherShells), script('../shop/bin/serve', '--no-warnings'));
  });

  test('is read for a program of its own', () => {
    const path = '..\\esbuild\\bin\\esbuild.exe';
    assert.deepEqual(readShim(npmShim('', `"%dp0%\\${path}"   %*`)), { kind: 'program', path });
  });

  test('is left to cmd where it starts neither', () => {
    assert.equal(readShim(npmShim('bash', '"%_prog%"  "%dp0%\\..\\shop\\run" %*')), null);
    assert.equal(readShim('@echo off\r\nset PORT=80\r\nnode server.js %*\r\n'), null);
    assert.equal(readShim('@node "%~dp0\\%NAME%.js" %*'), null);
  });
});

describe('a batch file', () => {
  const env = { COMSPEC: 'C:\\Windows\\system32\\cmd.exe' };
  const place = { cwd: '/shop', env };

  test('is started by cmd, with plain words', () => {
    const { file, arguments: words } = batchCommand('/shop/my start.cmd', ['--port', '80'], place);
    assert.equal(file, process.platform === 'win32' ? env.COMSPEC : 'cmd.exe');
    assert.deepEqual(words, ['/d', '/c', 'call', '/shop/my start.cmd', '--port', '80']);
  });

  test('is named from its folder where that has a name that cmd would change', () => {
    const odd = { cwd: '/100 % R&D', env };
    const { arguments: words } = batchCommand('/100 % R&D/start.cmd', [], odd);
    assert.deepEqual(words.slice(3), ['./start.cmd']);
  });

  test('is given no word that cmd would take for a command', () => {
    for (const word of ['a&calc', 'a"b', '%PATH%', 'a|b', '^', '>out', 'a\nb']) {
      assert.throws(() => batchCommand('/shop/start.cmd', [word], place), {
        message: /^`start\.cmd` is a batch file, and cmd would not take `/,
      });
    }
  });
});

test('a name stands for the programs of Windows before a file without an ending', () => {
  const names = executableNames('npm', 'win32');
  assert.deepEqual(names, ['npm.com', 'npm.exe', 'npm.bat', 'npm.cmd', 'npm']);
  assert.deepEqual(executableNames('C:\\a\\NPM.CMD', 'win32'), ['C:\\a\\NPM.CMD']);
  assert.deepEqual(executableNames('npm', 'linux'), ['npm']);
});

test('a variable has one value on Windows, whatever its spelling', () => {
  const env: NodeJS.ProcessEnv = { Path: 'C:\\a', PORT: '1' };
  assert.equal(environmentValue(env, 'PATH', 'win32'), 'C:\\a');
  setEnvironmentValue(env, 'PATH', 'C:\\b', 'win32');
  setEnvironmentValue(env, 'port', null, 'win32');
  assert.deepEqual(env, { PATH: 'C:\\b' });
  const own: NodeJS.ProcessEnv = { Path: 'a' };
  setEnvironmentValue(own, 'PATH', 'b', 'linux');
  assert.deepEqual(own, { Path: 'a', PATH: 'b' });
  assert.equal(environmentValue(own, 'path', 'linux'), undefined);
});

describe('a child that a server starts by a shell gets the flags', () => {
  const flags = ['--prof', '--logfile=C:\\Temp\\a b\\%p.log'];
  const added = '"--prof" "--logfile=C:\\Temp\\a b\\%p.log"';
  const isNode = (program: string) => /(?:^|\\)node(?:\.exe)?$/.test(program);
  const ofCmd = (line: string, isThisNode = isNode) => {
    const file = 'C:\\Windows\\system32\\cmd.exe';
    const words = shellWordsWith(flags, file, ['/d', '/s', '/c', `"${line}"`], isThisNode);
    return words && words.slice(3).join(' ');
  };

  test('behind the name of Node.js', () => {
    assert.equal(ofCmd('node job.js'), `"node ${added} job.js"`);
    assert.equal(ofCmd('node "my job.js" > out'), `"node ${added} "my job.js" > out"`);
    const long = '"C:\\Program Files\\nodejs\\node.exe"';
    assert.equal(ofCmd(`${long} job.js`), `"${long} ${added} job.js"`);
    assert.deepEqual(shellWordsWith(['--prof'], '/bin/sh', ['-c', 'exec node a.js'], isNode), [
      '-c',
      "exec node '--prof' a.js",
    ]);
  });

  test('and no other program', () => {
    for (const line of [
      'node',
      'npm start',
      '%NODE% job.js',
      'node inspect a.js',
      'node --prof a',
    ]) {
      assert.equal(ofCmd(line), null, line);
    }
    assert.equal(shellWordsWith(flags, 'powershell.exe', ['-c', 'node a.js'], isNode), null);
  });
});
