import type * as vscode from 'vscode';
import type { CommandTable } from './commands.ts';
import { BenchFunction } from './bench/benchFunction.ts';
import { BenchPanel } from './bench/benchPanel.ts';
import { AttachProcess } from './attach/attachProcess.ts';
import { CompareCommands } from './compare/compareCommands.ts';
import { Comparison } from './compare/comparison.ts';
import { CursorHighlight } from './flame/cursorHighlight.ts';
import { FindingSteps } from './findings/findingSteps.ts';
import { FindingsTree } from './findings/findingsTree.ts';
import type { FindingRow } from './findings/findingRows.ts';
import { AllocationsTree } from './memory/allocationsTree.ts';
import { DecorationTypes } from './lines/decorationTypes.ts';
import { StoreOwner } from './core/disposableStore.ts';
import { Flamegraph } from './flame/flamegraph.ts';
import { HotLineDecorations } from './lines/hotLineDecorations.ts';
import { chooseTimes } from './lines/timesPicker.ts';
import { HotLineNavigation } from './lines/hotLineNavigation.ts';
import type { Row } from './lines/hotLineRows.ts';
import { HotLinesTree } from './lines/hotLinesTree.ts';
import { LanguageServer } from './core/languageServer.ts';
import { LaunchPicker } from './launch/launchPicker.ts';
import { LoadMemory } from './load/loadMemory.ts';
import { MeasureBasePicker } from './measure/measureBase.ts';
import { MeasureChange } from './measure/measureChange.ts';
import { ProfileOpener } from './runs/openProfile.ts';
import { ProfileEditor } from './flame/profileEditor.ts';
import { ProfileExport } from './runs/profileExport.ts';
import { ProfileServer } from './run/profileServer.ts';
import { RouteFiles } from './routes/routeFiles.ts';
import { RouteMemory } from './routes/routeMemory.ts';
import { RouteProfile } from './routes/routeProfile.ts';
import { RunCommands, type RunArgument } from './run/runCommands.ts';
import type { RunRow } from './runs/runRows.ts';
import { RunSession } from './run/runSession.ts';
import { Scenarios } from './load/scenarios.ts';
import { RunStatusBar } from './run/runStatusBar.ts';
import { RunsTree } from './runs/runsTree.ts';
import { ServerOutput } from './run/serverOutput.ts';
import {
  hotLinesEnabled,
  labelPositionSetting,
  setHotLinesEnabled,
  setLabelPosition,
} from './core/settings.ts';
import { LoadedProfile } from './core/loadedProfile.ts';
import { MarkedLines } from './why/markedLines.ts';
import { WhyCommand } from './why/whyCommand.ts';
import { WhyPanel } from './why/whyPanel.ts';

export class Host extends StoreOwner {
  readonly server: LanguageServer;
  readonly #flamegraph: Flamegraph;
  readonly #opener: ProfileOpener;
  readonly #session: RunSession;
  readonly #profiling: ProfileServer;
  readonly #attaching: AttachProcess;
  readonly #routes: RouteProfile;
  readonly #exporting: ProfileExport;
  readonly #navigation: HotLineNavigation;
  readonly #tree: HotLinesTree;
  readonly #runs: RunCommands;
  readonly #comparing: CompareCommands;
  readonly #comparison: Comparison;
  readonly #measuring: MeasureChange;
  readonly #benching: BenchFunction;
  readonly #why: WhyCommand;
  readonly #findings: FindingSteps;

  constructor(
    { extensionUri, storageUri, workspaceState }: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    const own = <T extends vscode.Disposable>(part: T) => this.store.add(part);
    const server = (this.server = own(new LanguageServer(extensionUri, storageUri, log)));
    const profile = own(new LoadedProfile(server));
    const output = own(new ServerOutput(server));
    const types = own(new DecorationTypes(extensionUri));
    this.#session = own(new RunSession(server, log));
    own(new RunStatusBar(this.#session, profile));
    own(new HotLineDecorations(server, profile, types, log));
    own(new FindingsTree(profile));
    const allocations = own(new AllocationsTree(server));
    this.#tree = own(new HotLinesTree(profile, extensionUri, workspaceState));
    this.#navigation = new HotLineNavigation(server, profile);
    this.#exporting = new ProfileExport(server, profile);
    const flamegraph = own(new Flamegraph(extensionUri, server, profile, this.#exporting, log));
    this.#flamegraph = flamegraph;
    own(
      this.#session.onDidChange(({ state }) => {
        const hasProfile = !this.#profiling.isOfAllocations;
        if (state.phase === 'warming' && hasProfile) void flamegraph.expect();
        else if (state.phase === 'idle' || state.phase === 'failed') flamegraph.expectNoMore();
      }),
    );
    const runs = own(new RunsTree(server, storageUri));
    this.#runs = new RunCommands(server, runs, this.#exporting, () => flamegraph.show());
    const comparison = own(new Comparison(extensionUri, server, this.#exporting, log));
    this.#comparison = comparison;
    this.#comparing = new CompareCommands(server, comparison);
    const why = own(new WhyPanel(extensionUri, server, profile, log));
    this.#why = new WhyCommand(server, why);
    own(new MarkedLines(server, profile, log));
    flamegraph.onWhy = (functionId) => this.#why.show({ kind: 'frame', functionId });
    this.#opener = new ProfileOpener(server, log, (opening) => flamegraph.showOpened(opening));
    flamegraph.onDrop = (uris) => this.#opener.drop(uris);
    own(new ProfileEditor(this.#opener, flamegraph));
    own(new CursorHighlight(server, profile, flamegraph, log));
    const scenarios = new Scenarios(server, workspaceState);
    const picker = new LaunchPicker(workspaceState, scenarios);
    const memory = new LoadMemory(workspaceState);
    const show = () => flamegraph.show();
    this.#profiling = new ProfileServer(this.#session, picker, memory, output, server, scenarios, {
      profile: show,
      allocations: async () => {
        await flamegraph.showBytes();
        await allocations.show();
      },
    });
    this.#findings = new FindingSteps(this.#navigation, this.#profiling, this.#why, output);
    this.#attaching = new AttachProcess(
      this.#session,
      this.#profiling,
      memory,
      output,
      server,
      show,
    );
    this.#measuring = new MeasureChange(
      this.#session,
      this.#profiling,
      new MeasureBasePicker(workspaceState, server),
      output,
      workspaceState,
      () => comparison.show(),
    );
    this.#benching = new BenchFunction(
      this.#session,
      this.#profiling,
      output,
      own(new BenchPanel(extensionUri, server, log)),
    );
    this.#routes = new RouteProfile(this.#profiling, memory, new RouteMemory(workspaceState));
    own(new RouteFiles(server, log));
  }

  /** The handler of each command; the manifest has their titles and conditions. */
  get commands(): CommandTable {
    return {
      'hotframe.profileServer': () => this.#profiling.profile(),
      'hotframe.profileAgain': () => this.#profiling.again(),
      'hotframe.profileWithOptions': () => this.#profiling.withOptions(),
      'hotframe.profileDeeply': () => this.#profiling.deeply(),
      'hotframe.profileAllocations': () => this.#profiling.allocations(),
      'hotframe.attach': () => this.#attaching.attach(),
      'hotframe.chooseCommand': () => this.#profiling.profile(true),
      'hotframe.chooseUrl': () => this.#profiling.withUrl(),
      'hotframe.createScenario': () => this.#profiling.openScenarios(),
      'hotframe.measureChange': () => this.#measuring.measure(),
      'hotframe.measureAgainst': () => this.#measuring.measure({ mustAsk: true }),
      'hotframe.showComparison': () => this.#comparison.show(),
      'hotframe.benchFunction': (target?: unknown) => this.#benching.run(target),
      'hotframe.why': (of?: unknown) => this.#why.run(of),
      'hotframe.profileRoute': (route: unknown) => this.#routes.profile(route),
      'hotframe.editRoute': (route: unknown) => this.#routes.edit(route),
      'hotframe.stop': () => this.#session.stop(),
      'hotframe.showFailure': () => this.#showFailure(),
      'hotframe.openProfile': (uri?: vscode.Uri, all?: vscode.Uri[]) => this.#opener.open(uri, all),
      'hotframe.openProfileFolder': () => this.#opener.openFolder(),
      'hotframe.showFlamegraph': () => this.#flamegraph.show({ takeFocus: true }),
      'hotframe.showBytes': () => this.#flamegraph.showBytes({ takeFocus: true }),
      'hotframe.toggleHotLines': () => setHotLinesEnabled(!hotLinesEnabled()),
      'hotframe.moveLabels': () =>
        setLabelPosition(labelPositionSetting() === 'end' ? 'start' : 'end'),
      'hotframe.chooseTimes': () => chooseTimes(),
      'hotframe.clear': () => this.server.notify('clear'),
      'hotframe.showLog': () => this.log.show(),
      'hotframe.nextHotLine': () => this.#navigation.go(1),
      'hotframe.previousHotLine': () => this.#navigation.go(-1),
      'hotframe.showByFile': () => this.#tree.setMode('lines'),
      'hotframe.showByFunction': () => this.#tree.setMode('functions'),
      'hotframe.showByPackage': () => this.#tree.setMode('packages'),
      'hotframe.openRow': (row: Row) => this.#openRow(row),
      'hotframe.openFinding': (row: FindingRow) => this.#findings.open(row),
      'hotframe.takeStep': (row: FindingRow) => this.#findings.take(row),
      'hotframe.saveProfile': () => this.#exporting.saveProfile(),
      'hotframe.savePage': () => this.#exporting.savePage(),
      'hotframe.openRun': (run?: RunArgument) => this.#runs.open(run),
      'hotframe.renameRun': (run?: RunArgument) => this.#runs.rename(run),
      'hotframe.pinRun': (run?: RunArgument) => this.#runs.setBaseline(run, true),
      'hotframe.unpinRun': (run?: RunArgument) => this.#runs.setBaseline(run, false),
      'hotframe.deleteRun': (run?: RunArgument, all?: RunRow[]) => this.#runs.delete(run, all),
      'hotframe.exportRun': (run?: RunArgument) => this.#runs.export(run),
      'hotframe.compareWithBaseline': (run?: RunArgument) => this.#comparing.withBaseline(run),
      'hotframe.compareRuns': (run?: RunArgument, all?: RunRow[]) => this.#comparing.with(run, all),
      'hotframe.copyHotLines': () => this.#exporting.copy(),
    };
  }

  async #showFailure(): Promise<void> {
    const { state } = this.#session.view;
    if (state.phase === 'failed' && (await this.#attaching.showFailure(state.failure))) return;
    await this.#profiling.showFailure();
  }

  async #openRow({ place }: Row): Promise<void> {
    if (place) await this.#navigation.open(place);
  }
}
