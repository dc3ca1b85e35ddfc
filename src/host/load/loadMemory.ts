import type { Memento, Uri } from 'vscode';
import type { ChosenServer } from '../../shared/runOptions.ts';
import type { LoadInput } from './loadSteps.ts';
import { loadSettings } from '../core/settings.ts';

type Request = Pick<LoadInput, 'url' | 'method' | 'headers' | 'body'>;

/** The answers in Profile With Options… per folder. They are valid until the URL setting changes. */
export class LoadMemory {
  constructor(private readonly state: Memento) {}

  /** The load for a folder: the request from memory, the figures from the settings. */
  loadFor(folder: Uri): LoadInput {
    const { url, connections, durationS } = loadSettings(folder);
    const stored = this.state.get<{ settingUrl: string; request: Request }>(keyOf(folder));
    const plain: Request = { url, method: 'GET', headers: {}, body: '' };
    const request = stored?.settingUrl === url ? stored.request : plain;
    return { ...request, connections, durationS };
  }

  async remember(folder: Uri, { url, method, headers, body }: LoadInput): Promise<void> {
    const request: Request = { url, method, headers, body };
    await this.state.update(keyOf(folder), { settingUrl: loadSettings(folder).url, request });
  }

  /** The person's choice if the folder's command started several servers. */
  serverFor(folder: Uri): ChosenServer | undefined {
    return this.state.get<ChosenServer>(serverKeyOf(folder));
  }

  async rememberServer(folder: Uri, server: ChosenServer): Promise<void> {
    await this.state.update(serverKeyOf(folder), server);
  }
}

function keyOf(folder: Uri): string {
  return `load:${folder.toString()}`;
}

function serverKeyOf(folder: Uri): string {
  return `server:${folder.toString()}`;
}
