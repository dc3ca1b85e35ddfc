import {
  CodeActionKind,
  DidChangeConfigurationNotification,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import {
  changedOptions,
  defaultServerOptions,
  serverOptions,
  type ReadOptions,
} from './serverOptions.ts';
import { BenchController } from './bench/benchController.ts';
import { ClientAbilities } from './core/clientAbilities.ts';
import { ComparisonHandlers } from './compare/comparisonHandlers.ts';
import { EditorFiles } from './lines/editorFiles.ts';
import { EditorFeatures } from './lines/editorFeatures.ts';
import { FlameHandlers } from './flame/flameHandlers.ts';
import { Handlers } from './core/handlers.ts';
import { HotLines } from './lines/hotLines.ts';
import { MeasureController } from './measure/measureController.ts';
import { answerOtherHost } from './otherHostAnswer.ts';
import { RunController } from './runs/runController.ts';
import { RunStore } from './store/runStore.ts';
import { SavedRuns } from './runs/savedRuns.ts';
import { answerRequestFile, answerScenario, answerScenarios } from './scenarioHandlers.ts';
import { CurrentAllocations } from './memory/currentAllocations.ts';
import { CurrentProfile } from './profile/currentProfile.ts';
import { WhyHandlers } from './why/whyHandlers.ts';

/** Creates all parts, and wires each request and notification to its part. */
export class Server {
  readonly #handlers: Handlers;
  readonly #currentProfile: CurrentProfile;
  readonly #allocations: CurrentAllocations;
  readonly #files: EditorFiles;
  readonly #features: EditorFeatures;
  readonly #saved: SavedRuns;
  readonly #runs: RunController;
  readonly #comparison: ComparisonHandlers;
  #options: ReadOptions = defaultServerOptions;

  constructor(private readonly connection: Connection) {
    const options = () => this.#options;
    const overlay = () => this.#options.overlay;
    this.#handlers = new Handlers(connection);
    const client = new ClientAbilities();
    this.#currentProfile = new CurrentProfile(connection, client, overlay);
    this.#allocations = new CurrentAllocations(connection, () => overlay().findingsOff);
    this.#files = new EditorFiles(connection, this.#currentProfile);
    this.#saved = new SavedRuns(connection, this.#currentProfile, () => this.#options.savedRuns);
    this.#comparison = new ComparisonHandlers(connection, this.#saved, this.#currentProfile);
    const compared = () => this.#comparison.code;
    const hotLines = new HotLines(this.#currentProfile, this.#files, overlay, compared);
    this.#features = new EditorFeatures(
      connection,
      client,
      this.#currentProfile,
      this.#files,
      hotLines,
      this.#allocations,
      options,
    );
    this.#comparison.onDidChange(() => this.#features.refresh());
    this.#runs = new RunController(
      connection,
      this.#currentProfile,
      this.#saved,
      this.#allocations,
    );
    const flame = new FlameHandlers(this.#currentProfile, this.#allocations);
    this.#wireLife();
    this.#wireOwn(hotLines, flame);
    this.#features.wire(this.#handlers);
  }

  listen(): void {
    this.#files.listen();
    this.connection.listen();
  }

  #wireLife(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() =>
      this.#handlers.attempt('initialized', async () => {
        const { registers } = this.#features.client;
        if (registers) {
          await connection.client.register(DidChangeConfigurationNotification.type, undefined);
        }
        await this.#currentProfile.openLast();
        await this.#comparison.restore();
      }),
    );
    connection.onShutdown(() => this.#handlers.attempt('shutdown', () => this.#runs.end()));
    connection.onDidChangeConfiguration(({ settings }) =>
      this.#handlers.attempt('didChangeConfiguration', async () => {
        const before = this.#options;
        this.#options = { ...before, ...changedOptions(settings, before) };
        const { chargeAwaits, findingsOff } = this.#options.overlay;
        const isOther =
          chargeAwaits !== before.overlay.chargeAwaits ||
          findingsOff.join() !== before.overlay.findingsOff.join();
        if (isOther) await this.#currentProfile.showAgain();
        if (isOther) await this.#allocations.tell();
        this.#features.refresh();
        if (this.#options.savedRuns !== before.savedRuns) await this.#saved.tidy();
      }),
    );
  }

  #wireOwn(hotLines: HotLines, flame: FlameHandlers): void {
    const handlers = this.#handlers;
    handlers.request('run', (request) => this.#runs.run(request));
    handlers.request('attach', this.#runs.attach);
    handlers.request('nodeProcesses', this.#runs.nodeProcesses);
    handlers.notification('stop', () => this.#runs.stop());
    handlers.notification('clear', async () => {
      await this.#comparison.clear();
      await this.#currentProfile.clear();
      await this.#allocations.clear();
    });
    handlers.notification('trust', () => this.#runs.trust());
    handlers.request('open', (request, token) => this.#currentProfile.open(request, token));
    handlers.request('fileLines', ({ uri }) => ({
      lines: hotLines.editorLines(uri),
    }));
    handlers.request('functionsAt', ({ uri, line }) => ({
      functionIds: hotLines.functionsAt(uri, line),
    }));
    handlers.request('currentLine', async ({ uri, line, side }) => {
      const ran = side ? await this.#comparison.ranText(side, uri) : null;
      return { line: hotLines.currentLine(uri, line, ran) };
    });
    const whys = new WhyHandlers(this.#currentProfile, this.#files, hotLines);
    handlers.request('why', whys.why);
    handlers.request('scenarios', answerScenarios);
    handlers.request('scenario', answerScenario);
    handlers.request('requestFile', answerRequestFile);
    handlers.request('runs', this.#saved.list);
    handlers.request('renameRun', this.#saved.rename);
    handlers.request('pinRun', this.#saved.pin);
    handlers.request('deleteRuns', this.#saved.delete);
    handlers.request('exportRun', this.#saved.export);
    handlers.request('baseline', this.#saved.baseline);
    handlers.request('otherHost', (request) =>
      this.#runs.whereTrusted(
        () => answerOtherHost(request),
        () => ({ host: null }),
      ),
    );
    handlers.request('compare', this.#comparison.compare);
    handlers.request('compareView', this.#comparison.view);
    const storage = () => this.#options.storageFolder ?? null;
    const measuring = new MeasureController(this.connection, this.#runs, this.#comparison, storage);
    handlers.request('measure', measuring.measure);
    handlers.request('measureStates', measuring.states);
    const benching = new BenchController(this.connection, this.#runs);
    handlers.request('bench', benching.bench);
    handlers.request('view', flame.view);
  }

  #initialize(params: InitializeParams): InitializeResult {
    this.#options = serverOptions(params.initializationOptions);
    this.#features.client.learn(params);
    if (this.#options.trusted) this.#runs.trust();
    const { storageFolder } = this.#options;
    if (storageFolder !== undefined) this.#currentProfile.store = new RunStore(storageFolder);
    return {
      serverInfo: { name: 'Hotframe' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
    };
  }
}
