import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { LoadProcess } from '../../src/engine/load/loadProcess.ts';
import type { FindingKind } from '../../src/shared/finding.ts';
import {
  faults,
  healthy,
  isRightPlace,
  problemOf,
  profileSeeded,
  workspaceOf,
  type SeededServer,
} from '../shares/seededServers.ts';
import { peerEnvironment, peerFolder, peerLabel } from './peers.ts';
import type { Section } from './section.ts';

const durationS = 3;
const doctorEndsMs = 60_000;

/** The words of Clinic Doctor that are right for a kind; it has none for the others. */
const doctorWords: Partial<Record<FindingKind, string>> = {
  cpu: 'event-loop',
  'blocked-loop': 'event-loop',
  'not-optimized': 'event-loop',
  queue: 'event-loop',
  gc: 'gc',
  'n-plus-one': 'io',
  'thread-pool': 'io',
  'io-wait': 'io',
};

/** What Hotframe and Clinic Doctor say of the same servers, each of which has one fault or none. */
export async function benchDoctor(folder: string): Promise<Section[]> {
  const right = { kind: 0, line: 0, doctor: 0, lines: 0, healthy: 0, doctorHealthy: 0 };
  const figures: [string, string][] = [];
  for (const server of [...faults, ...healthy]) {
    const findings = (await profileSeeded(server, durationS)).report.findings ?? [];
    const isRight = problemOf(server, findings) === null;
    const own = join(folder, server.name);
    mkdirSync(own);
    const told = await doctorSays(server, own);
    const [first] = findings;
    if (server.kind === null) {
      right.healthy += isRight ? 1 : 0;
      right.doctorHealthy += told === 'none' ? 1 : 0;
    } else {
      const hasLine = server.kind !== 'errors' && server.kind !== 'queue';
      const kinds = server.or ? [server.kind, server.or] : [server.kind];
      right.kind += kinds.some((kind) => first?.kind === kind) ? 1 : 0;
      right.doctor += kinds.some((kind) => told === doctorWords[kind]) ? 1 : 0;
      right.lines += hasLine ? 1 : 0;
      right.line += hasLine && isRightPlace(server, first) ? 1 : 0;
    }
    const place = first?.line === undefined || first.line === null ? '' : `:${first.line}`;
    const said = first ? `${first.kind}${place}` : 'nothing';
    figures.push([
      server.name,
      `${server.kind ?? 'healthy'}; Hotframe: ${said}${isRight ? '' : ' (wrong)'}; Doctor: ${told}`,
    ]);
    console.log(figures.at(-1)!.join(': '));
  }
  const all = faults.length;
  return [
    {
      title: `what is wrong with ${all} servers, and with ${healthy.length} healthy ones: Hotframe and ${peerLabel('clinic')}`,
      figures: [
        ...figures,
        ['names the kind', `Hotframe ${right.kind} of ${all}, Doctor ${right.doctor} of ${all}`],
        ['names the line', `Hotframe ${right.line} of ${right.lines}, Doctor has no lines`],
        [
          'nothing of healthy ones',
          `Hotframe ${right.healthy} of ${healthy.length}, Doctor ${right.doctorHealthy} of ${healthy.length}`,
        ],
      ],
      headlines: [
        {
          what: `what is wrong with ${all} servers: its kind`,
          own: `${right.kind} of ${all}`,
          others: `${peerLabel('clinic')}, clinic doctor ${right.doctor}`,
          wanted: '95 of 100',
        },
        {
          what: `the line of it, on the ${right.lines} that have one`,
          own: `${right.line} of ${right.lines}`,
          others: 'clinic doctor has no lines',
          wanted: '95 of 100',
        },
        {
          what: `nothing wrong with ${healthy.length} healthy ones`,
          own: `${right.healthy} of ${healthy.length}`,
          others: `clinic doctor ${right.doctorHealthy}`,
          wanted: 'all',
        },
      ],
    },
  ];
}

/** Its category, or `failed` where it ends without one. */
async function doctorSays(server: SeededServer, folder: string): Promise<string> {
  const clinic = await peerFolder('clinic');
  const doctor = join(dirname(clinic), '@clinic/doctor');
  const cwd = workspaceOf(server);
  const script = join(cwd, `${server.name}.js`);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'doctorRun.cjs'), doctor, folder, script],
    // Its trace files are written to the working folder.
    { cwd: folder, env: { ...env, ...peerEnvironment }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const deadline = setTimeout(() => child.kill('SIGKILL'), doctorEndsMs);
  try {
    return await heard(child, server);
  } finally {
    clearTimeout(deadline);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

async function heard(child: ChildProcess, { load }: SeededServer): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin) {
      await loadFor(origin, load?.connections ?? 10);
      child.kill('SIGINT');
    }
    const told = /^doctor: (.+)$/.exec(line);
    if (told) return told[1]!;
  }
  return 'failed';
}

async function loadFor(origin: string, connections: number): Promise<void> {
  const load = new LoadProcess();
  try {
    await load.run(
      {
        ...{ type: 'start', origin, socketPath: null, connections, durationS: durationS + 1 },
        requests: [{ method: 'GET', path: '/', headers: {} }],
        ...{ pipelining: 1, rate: null, timeoutS: 10, checksCertificate: false },
      },
      () => {},
    );
  } finally {
    await load.end();
  }
}
