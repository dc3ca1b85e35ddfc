import { after, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer, type CodeServerOptions } from '../support/codeServer.ts';
import { detail, once, withDetails } from '../support/detail.ts';
import { leaveWorkbench, VsCodePage } from '../support/vscodePage.ts';
import type { TestWorkspace } from './workspaceCopy.ts';

/** One request at a time leaves the other CPU to the tests beside it. */
export const littleLoad = { 'hotframe.load.connections': 1 };

/** For tests of something else: nor does the load go on for two seconds to learn what runs after awaits. */
export const quickRuns = { ...littleLoad, 'hotframe.chargeAwaits': false };

/** VS Code for the tests of a file, which ends after them. */
export interface TestServer {
  server: CodeServer;
  browser: Browser;
}

/** The same with one window, in which each test goes on where the one before has ended. */
export interface TestWindow extends TestServer {
  window: VsCodePage;
  /** A test; after one that failed the window is put back as far as that is cheap. */
  step(name: string, body: () => Promise<void>): void;
  /** A step that only `npm run test:all` takes, and that no later one of `npm test` builds on. */
  detail(name: string, body: () => Promise<void>): void;
  /** A step that no later one builds on, so that what is left after `npm test` has no need of it. */
  once(name: string, body: () => Promise<void>): void;
}

export async function startServer(options: CodeServerOptions = {}): Promise<TestServer> {
  const [server, browser] = await Promise.all([CodeServer.sharedOrNew(options), launchBrowser()]);
  after(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map(leaveWorkbench));
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/**
 * Opens the workspace, which is disposed of with the window. `restore` brings back, after a test that
 * failed, what the others need and would have from it.
 */
export async function openWindow(
  workspace: TestWorkspace,
  options: CodeServerOptions = {},
  restore: () => Promise<void> = () => Promise.resolve(),
): Promise<TestWindow> {
  const { server, browser } = await startServer(options);
  after(() => workspace[Symbol.dispose]());
  const window = await VsCodePage.open(browser, server, workspace.path);
  type Add = (name: string, body: () => Promise<void>) => unknown;
  const stepBy = (add: Add) => (name: string, body: () => Promise<void>) => {
    add(name, async () => {
      try {
        await window.watch(name, body);
      } catch (error) {
        await window
          .reset()
          .then(restore)
          .catch((problem: unknown) => console.error('No reset:', problem));
        throw error;
      }
    });
  };
  return {
    server,
    browser,
    window,
    step: stepBy(test),
    detail: stepBy(detail),
    once: stepBy(once),
  };
}

/** A test in a window of its own, with a workspace of its own or an empty one. */
export function inOwnWindow(
  { browser, server }: TestServer,
  name: string,
  workspace: (() => TestWorkspace) | null,
  body: (window: VsCodePage, folder: string) => Promise<void>,
): void {
  test(name, async () => {
    using own = workspace && workspace();
    await using window = await VsCodePage.open(browser, server, own?.path);
    await window.watch(name, () => body(window, own?.path ?? ''));
  });
}

/** The same, in `npm run test:all` alone. */
export const detailInOwnWindow: typeof inOwnWindow = withDetails ? inOwnWindow : () => {};
