import type { CompareReport, StateReport } from '../../shared/compareReport.ts';
import { formatNumberOf } from '../../shared/format.ts';
import type { Report } from '../../shared/report.ts';

/** Collects the values that all reports of one state share. */
export function stateOf(reports: readonly Report[]): StateReport {
  const state: StateReport = { runs: reports.length };
  const common = <K extends keyof StateReport>(
    key: K,
    valueOf: (report: Report) => StateReport[K] | undefined,
  ): void => {
    const values = reports.map(valueOf);
    const [value] = values;
    const text = JSON.stringify(value);
    if (value !== undefined && values.every((each) => JSON.stringify(each) === text)) {
      state[key] = value;
    }
  };
  common('cwd', ({ target }) => target?.cwd);
  common('command', ({ target }) => target?.command);
  common('node', ({ target }) => target?.node);
  common('commit', ({ target }) => target?.commit);
  common('branch', ({ target }) => target?.branch);
  common('modified', ({ target }) => target?.modified);
  common('path', ({ load }) => load?.url.replace(/^[a-z]+:\/\/[^/]*/i, ''));
  common('scenario', ({ load }) => load?.scenario);
  common('connections', ({ load }) => load?.connections);
  common('durationS', ({ load }) => (load ? Math.round(load.durationS * 2) / 2 : undefined));
  common('intervalMicros', ({ sampling }) => sampling?.intervalMicros);
  common('machine', ({ machine }) => machineText(machine));
  return state;
}

function machineText(machine: Report['machine']): string | undefined {
  if (!machine) return undefined;
  const { cpu, cores, platform, arch } = machine;
  return `${cpu === '' ? 'an unnamed processor' : cpu}, ${cores === 1 ? '1 core' : `${cores} cores`}, ${platform} ${arch}`;
}

/** Values that must be equal for a difference between two states to come from the code. */
const kinds: {
  key: keyof StateReport;
  /** `%` is replaced by the value. */
  says: string;
  because: string;
}[] = [
  {
    key: 'machine',
    says: 'ran on %',
    because: 'figures of two machines cannot be compared',
  },
  {
    key: 'command',
    says: 'ran `%`',
    because: 'these may be two servers, or one that was started in two ways',
  },
  {
    key: 'scenario',
    says: 'was loaded by the scenario %',
    because: 'another load is another work for the server',
  },
  {
    key: 'path',
    says: 'was asked for %',
    because: 'another path is another work for the server',
  },
  {
    key: 'node',
    says: 'ran on Node.js %',
    because: 'the difference may be that of Node.js',
  },
  {
    key: 'connections',
    says: 'was loaded with % at a time',
    because: 'latency and requests per second follow the number of connections',
  },
  {
    key: 'durationS',
    says: 'was measured for % s',
    because: 'a shorter run holds more of what V8 compiles first',
  },
  {
    key: 'intervalMicros',
    says: 'was sampled every % µs',
    because: 'sampling more often costs the server more',
  },
];

/**
 * Says why two states are not comparable, or not quite.
 * @param areLaunches whether the states are two named ways to start the same code, so that their
 * commands are meant to differ
 */
export function comparabilityWarnings(
  baseReports: readonly Report[],
  headReports: readonly Report[],
  { areLaunches = false } = {},
): CompareReport['warnings'] {
  const warnings: string[] = [];
  const [base, head] = [stateOf(baseReports), stateOf(headReports)];
  for (const { key, says, because } of kinds) {
    const [from, to] = [base[key], head[key]];
    if (from === undefined && to === undefined) continue;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    if (areLaunches && key === 'command') continue;
    // A value unknown or mixed on one side says nothing, while an absent scenario does.
    if (key !== 'scenario' && (from === undefined || to === undefined)) continue;
    warnings.push(
      `The base ${clause(key, says, from)}, the head ${clause(key, says, to)}: ${because}.`,
    );
  }
  const isUnchanged = base.modified === 'no' && head.modified === 'no';
  if (!areLaunches && isUnchanged && base.commit !== undefined && base.commit === head.commit) {
    warnings.push(
      `Both are commit ${base.commit.slice(0, 7)} without changes: this compares the code with itself.`,
    );
  }
  for (const [name, reports] of [
    ['base', baseReports],
    ['head', headReports],
  ] as const) {
    for (const [what, valueOf] of mixable) {
      const values = new Set(reports.map(valueOf).filter((value) => value !== undefined));
      if (values.size < 2) continue;
      warnings.push(
        `The runs of the ${name} are of ${values.size} ${what} (${[...values].slice(0, 3).join(', ')}): a set of repeats must be of one.`,
      );
    }
  }
  return warnings;
}

const mixable: [what: string, valueOf: (report: Report) => string | undefined][] = [
  ['commits', ({ target }) => target?.commit?.slice(0, 9)],
  ['versions of Node.js', ({ target }) => target?.node],
  ['scenarios', ({ load }) => load?.scenario],
  ['commands', ({ target }) => target?.command.join(' ')],
];

function clause(
  key: keyof StateReport,
  says: string,
  value: StateReport[keyof StateReport],
): string {
  if (value === undefined) return says.replace(/ by .*/, ' without a scenario');
  if (key === 'connections') return says.replace('%', formatNumberOf(Number(value), 'connection'));
  return says.replace('%', () => (Array.isArray(value) ? value.join(' ') : String(value)));
}
