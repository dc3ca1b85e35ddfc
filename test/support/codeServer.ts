import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { vsCodeProgram } from './codeServerInstall.ts';
import { guard } from './guard.ts';
import { layOutExtension } from './vsix.ts';

export interface CodeServerOptions {
  /** User settings beside those that keep the workbench quiet. */
  settings?: Record<string, unknown>;
  /** Names of the extensions of VS Code itself that it has; all of them without this. */
  builtIn?: readonly string[];
  /** Lays the extensions out in the folder given instead of the built one alone. */
  layOut?: (extensionsFolder: string) => void;
  /** Lets the extension's log say everything, times too. */
  trace?: boolean;
}

const startDeadlineMs = 60_000;
const stopDeadlineMs = 5_000;

/**
 * What tests need of VS Code's own extensions: themes, and the colours of the languages that they open.
 * With all of them, such as the language features of TypeScript, a window takes twice the CPU time.
 */
const fewBuiltIn = [
  ...['theme-defaults', 'theme-seti', 'javascript', 'typescript-basics', 'json', 'yaml'],
  ...['configuration-editing', 'json-language-features', 'npm'],
];

/**
 * A debugger beside those few, without which lines have no menu. The manifest of VS Code's own has 311 kB,
 * which each window reads several times.
 */
const debuggerManifest = {
  name: 'debugger',
  publisher: 'test',
  version: '1.0.0',
  engines: { vscode: '*' },
  contributes: {
    breakpoints: [{ language: 'javascript' }, { language: 'typescript' }],
    debuggers: [{ type: 'node', label: 'Node.js', languages: ['javascript', 'typescript'] }],
  },
};

/** What would cover the screenshots, cost time, or reach for the network. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.colorTheme': 'Dark Modern',
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.surveys.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  // Where it is on, VS Code asks whether the folder is trusted, and is in Restricted Mode until then.
  'security.workspace.trust.enabled': false,
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'files.simpleDialog.enable': true,
  'editor.minimap.enabled': false,
  'files.autoSave': 'off',
  'editor.accessibilitySupport': 'off',
  'window.confirmBeforeClose': 'never',
  // A second extension host, in the browser.
  'extensions.webWorker': false,
  // Leaves the window a CPU while a server is loaded.
  'hotframe.load.connections': 1,
};

/** As Playwright writes it. */
export const clearNotificationsKey = 'Control+Alt+F9';

const keybindings = [
  { key: clearNotificationsKey.replace('Control', 'ctrl'), command: 'notifications.clearAll' },
];

/** Where the server is that several test files share, one after the other. */
const sharedVariable = 'HOTFRAME_TEST_EDITOR';

interface SharedServer {
  url: string;
  folder: string;
  mark: string;
}

/** VS Code's server on 127.0.0.1 with the built extension in it, its files in a temporary folder. */
export class CodeServer implements AsyncDisposable {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private readonly mark: string,
    /** Null where it is shared: who has started it ends it. */
    private readonly child: ChildProcess | null,
    private readonly isTracing: boolean,
  ) {}

  /** One for several test files, which are started with its environment. */
  static forSharing(): Promise<CodeServer> {
    return CodeServer.start({ builtIn: fewBuiltIn });
  }

  /** The server that is shared, with these settings from now on, where only they differ; else a new one. */
  static async sharedOrNew(options: CodeServerOptions = {}): Promise<CodeServer> {
    const shared = process.env[sharedVariable];
    const { settings, ...others } = options;
    if (!shared || Object.keys(others).length > 0)
      return CodeServer.start({ builtIn: fewBuiltIn, ...options });
    const { url, folder, mark } = JSON.parse(shared) as SharedServer;
    writeUserSettings(folder, settings);
    const server = new CodeServer(url, folder, mark, null, false);
    await server.#endEarlierWindows();
    return server;
  }

  /** Windows of the test file before end with their pages; a host that missed that would wait for hours. */
  async #endEarlierWindows(): Promise<void> {
    const end = performance.now() + stopDeadlineMs;
    while (this.#hosts().length > 0 && performance.now() < end) await delay(50);
    this.endExtensionHosts();
  }

  /** With this environment, other test files use the server too, one after the other. */
  get environment(): Record<string, string> {
    const { url, folder, mark } = this;
    return { [sharedVariable]: JSON.stringify({ url, folder, mark } satisfies SharedServer) };
  }

  static async start(options: CodeServerOptions = {}): Promise<CodeServer> {
    const { node, serverMain, builtInFolder } = await vsCodeProgram();
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'hotframe-vscode-'));
    const data = join(folder, 'data');
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary, { recursive: true });
    writeUserSettings(folder, options.settings);
    const extensions = join(folder, 'extensions');
    mkdirSync(extensions);
    (options.layOut ?? layOutExtension)(extensions);
    const builtIn = options.builtIn ? join(folder, 'built-in') : builtInFolder;
    for (const name of options.builtIn ?? []) {
      cpSync(join(builtInFolder, name), join(builtIn, name), { recursive: true });
    }
    if (options.builtIn) {
      mkdirSync(join(builtIn, 'debugger'));
      writeFileSync(join(builtIn, 'debugger/package.json'), JSON.stringify(debuggerManifest));
    }

    const port = await freePort();
    const mark = randomUUID();
    let said = '';
    const child = spawn(
      node,
      [
        serverMain,
        ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
        ...['--accept-server-license-terms', '--disable-telemetry'],
        ...['--server-data-dir', data, '--extensions-dir', extensions],
        ...['--builtin-extensions-dir', builtIn],
      ],
      {
        // A group of its own, to be stopped as one.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, TMPDIR: temporary, HOTFRAME_TEST_MARK: mark },
      },
    );
    guard(child, [folder]);
    const keep = (text: string): void => {
      said = (said + text).slice(-10_000);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const server = new CodeServer(
      `http://127.0.0.1:${port}/`,
      folder,
      mark,
      child,
      options.trace === true,
    );
    try {
      await server.#answers();
    } catch (error) {
      await server.stop();
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said}`);
    }
    return server;
  }

  /** Where `path`, a folder or a `.code-workspace`, is opened. Without one, the window is empty. */
  urlOf(path?: string): string {
    const url = new URL(this.url);
    if (path === undefined) url.searchParams.set('ew', 'true');
    else url.searchParams.set(path.endsWith('.code-workspace') ? 'workspace' : 'folder', path);
    if (this.isTracing) {
      url.searchParams.set('payload', JSON.stringify([['logLevel', 'hotframe.hotframe=trace']]));
    }
    return url.href;
  }

  /** What was started from a Hotframe run in this server and still lives: `PID COMMAND` (Linux; else empty). */
  runProcesses(): string[] {
    return this.processes().filter((line) => line.includes('--prof') || /loadWorker/.test(line));
  }

  /** Kills the extension hosts of all windows, as a crash would; gives how many. */
  endExtensionHosts(): number {
    const hosts = this.#hosts();
    for (const line of hosts) killProcess(Number.parseInt(line, 10));
    return hosts.length;
  }

  /** Lets the extension hosts of all windows stand still for a time, as on a busy machine (not on Windows). */
  async holdExtensionHosts(ms: number): Promise<void> {
    const pids = this.#hosts().map((line) => Number.parseInt(line, 10));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await delay(ms);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }

  #hosts(): string[] {
    return this.processes().filter((line) => line.includes('--type=extensionHost'));
  }

  /** Kills the language servers of the extension, and gives how many there were (Linux; else 0). */
  endLanguageServer(): number {
    const servers = this.processes().filter((line) => line.includes('dist/server.cjs'));
    for (const line of servers) killProcess(Number.parseInt(line, 10));
    return servers.length;
  }

  /** Folders of runs that are still there. */
  runFolders(): string[] {
    return readdirSync(join(this.folder, 'tmp')).filter((name) => name.startsWith('hotframe-'));
  }

  /** What the extension hosts have logged about this extension. */
  extensionLogs(): string {
    const logs = join(this.folder, 'data', 'data', 'logs');
    return readdirSync(logs, { recursive: true, encoding: 'utf8' })
      .filter((name) => /hotframe|remoteexthost/i.test(name) && name.endsWith('.log'))
      .map((name) => {
        const lines = readFileSync(join(logs, name), 'utf8').split('\n');
        // Of what the host itself logs, the stacks are of parts that are not installed.
        const telling = name.includes('Hotframe')
          ? lines
          : lines.filter((line) => /hotframe/i.test(line) && !line.startsWith('    at '));
        return `── ${name}\n${telling.join('\n').slice(-8_000)}`;
      })
      .join('\n');
  }

  /**
   * Ends the server, its extension hosts and everything they have started, and removes their files.
   * One that is shared goes on.
   */
  async stop(): Promise<void> {
    if (!this.child) return;
    this.#signalGroup('SIGTERM');
    const gone = async (deadlineMs: number): Promise<boolean> => {
      const end = performance.now() + deadlineMs;
      while (this.#isAlive() || this.processes().length > 0) {
        if (performance.now() > end) return false;
        await delay(50);
      }
      return true;
    };
    if (!(await gone(stopDeadlineMs))) {
      this.#signalGroup('SIGKILL');
      for (const line of this.processes()) killProcess(Number.parseInt(line, 10));
      await gone(stopDeadlineMs);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #answers(): Promise<void> {
    const end = performance.now() + startDeadlineMs;
    for (;;) {
      if (!this.#isAlive()) throw new Error('VS Code ended while it was starting:');
      try {
        await fetch(`${this.url}version`, { signal: AbortSignal.timeout(2_000) });
        return;
      } catch {
        // Not yet listening.
      }
      if (performance.now() > end) {
        throw new Error(`VS Code did not answer within ${startDeadlineMs / 1000} s:`);
      }
      await delay(100);
    }
  }

  #isAlive(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  #signalGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.child!.pid!, signal);
    } catch {
      // The group is gone.
    }
  }

  /** Living processes with this server's mark in their environment: everything that it has started. */
  processes(): string[] {
    if (process.platform !== 'linux') return [];
    return readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (!environment.includes(`HOTFRAME_TEST_MARK=${this.mark}`)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        // A zombie has neither.
        return command ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
  }
}

function writeUserSettings(serverFolder: string, settings: Record<string, unknown> = {}): void {
  const user = join(serverFolder, 'data', 'data', 'User');
  mkdirSync(user, { recursive: true });
  writeFileSync(
    join(user, 'settings.json'),
    JSON.stringify({ ...quietSettings, ...settings }, null, 2),
  );
  writeFileSync(join(user, 'keybindings.json'), JSON.stringify(keybindings));
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No port is free.'));
      });
    });
  });
}
