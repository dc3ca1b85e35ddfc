import { plainLine } from '../../shared/plainText.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { RequestTimes } from '../../shared/requestTimes.ts';
import { areas } from '../../shared/vocabulary.ts';
import { icSiteShape } from './icShape.ts';
import { conforms } from './jsonShape.ts';
import { originShape } from './originShape.ts';
import { requestTimesFromJson } from './requestTimesJson.ts';
import { routesFromJson } from './routesJson.ts';
import {
  noRoute,
  tierOfCode,
  type Profile,
  type ProfileDeopt,
  type ProfileFunction,
  type ProfileIcSite,
  type ProfileIsolate,
  type ProfileRoutes,
  type SampleTable,
} from './profile.ts';
import { tierChangesFromJson, tierChangesToJson, type TierChangesRow } from './tierChangesJson.ts';
import { packDoubles, packInts, unpackDoubles } from './profileBytes.ts';
import {
  area,
  at,
  broken,
  count,
  inRange,
  ints,
  list,
  maxInt,
  number,
  record,
  string,
  words,
} from './savedValues.ts';

/** A {@link Profile} as plain JSON, lossless. profileBytes.ts describes the packed texts. */
export interface ProfileJson {
  profileVersion: 1;
  /** Files and packages of functions and deopts, by index. */
  strings: string[];
  /** name, file (string), line, column, area (index into `areaNames`), package (string). */
  functions: [string, number, number, number, number, number][];
  areaNames: string[];
  /** `inlined`: whether the codes include it. */
  frames: {
    count: number;
    function: string;
    line: string;
    column: string;
    code: string;
    inlined?: true;
  };
  nodes: { count: number; parent: string; frame: string };
  /** `time` is in microseconds, as `ints` if all are whole. */
  samples: {
    count: number;
    node: string;
    time: { ints: string } | { doubles: string };
    isolate: string;
    /** Index into the list of `routes`, or -1. */
    route?: string;
  };
  isolates: ProfileIsolate[];
  deopts: ProfileDeopt[];
  tierChanges?: TierChangesRow[];
  /** By `file:line`. */
  awaitErrors?: [string, number][];
  requests?: RequestTimes;
  routes?: ProfileRoutes;
  sources: [string, string][];
  windowMs: number;
  intervalMicros: number;
  origin?: ProfileOrigin;
  icSites?: ProfileIcSite[];
  notes: string[];
}

export function profileToJson(profile: Profile): ProfileJson {
  const strings = new Map<string, number>();
  const stringIndex = (text: string) => {
    const index = strings.get(text) ?? strings.size;
    strings.set(text, index);
    return index;
  };
  const { frames, nodes, samples } = profile;
  const functions = profile.functions.map((fn): ProfileJson['functions'][number] => [
    fn.name,
    stringIndex(fn.file),
    fn.line,
    fn.column,
    areas.indexOf(fn.area),
    stringIndex(fn.package),
  ]);
  const times = samples.timeMicros;
  const wholeTimes = times.every((time) => (time | 0) === time && !Object.is(time, -0));
  return {
    profileVersion: 1,
    strings: [...strings.keys()],
    functions,
    areaNames: [...areas],
    frames: {
      count: frames.function.length,
      function: packInts(frames.function),
      line: packInts(frames.line),
      column: packInts(frames.column),
      code: packInts(
        frames.tier.map(
          (tier, i) => tier * 2 + frames.exact[i]! + (frames.inlined?.[i] ? inlinedCode : 0),
        ),
      ),
      ...(frames.inlined ? { inlined: true } : {}),
    },
    nodes: {
      count: nodes.parent.length,
      // The distance to the parent is small and often repeats, while indexes only grow.
      parent: packInts(nodes.parent.map((parent, node) => node - parent)),
      frame: packInts(nodes.frame),
    },
    samples: {
      count: samples.node.length,
      node: packInts(samples.node),
      time: wholeTimes ? { ints: packInts(times) } : { doubles: packDoubles(times) },
      isolate: packInts(samples.isolate),
      ...(samples.route && profile.routes && { route: packInts(samples.route) }),
    },
    isolates: profile.isolates,
    deopts: profile.deopts,
    ...(profile.tierChanges && { tierChanges: tierChangesToJson(profile.tierChanges) }),
    ...(profile.awaitErrors && { awaitErrors: [...profile.awaitErrors] }),
    ...(profile.requests && { requests: profile.requests }),
    ...(profile.routes && { routes: profile.routes }),
    sources: [...profile.sources],
    windowMs: profile.windowMs,
    intervalMicros: profile.intervalMicros,
    ...(profile.origin ? { origin: profile.origin } : {}),
    ...(profile.icSites ? { icSites: profile.icSites } : {}),
    notes: profile.notes,
  };
}

/** Reads what {@link profileToJson} made; throws an Error with one sentence if it is damaged. */
export function profileFromJson(json: unknown): Profile {
  const whole = record(json, 'the profile');
  if (whole['profileVersion'] !== 1) {
    throw broken(`its version is ${words(whole['profileVersion'])}, not 1`);
  }
  const strings = list(whole['strings'], 'strings').map((text) => string(text, 'a string'));
  const areaNames = list(whole['areaNames'], 'areas').map((name) => area(name));
  const functions = list(whole['functions'], 'functions').map((row): ProfileFunction => {
    const [name, file, line, column, areaIndex, packageIndex] = list(row, 'a function');
    return {
      name: plainLine(string(name, 'a function name')),
      file: at(strings, file, 'the file of a function'),
      line: count(line, 'the line of a function'),
      column: count(column, 'the column of a function'),
      area: at(areaNames, areaIndex, 'the area of a function'),
      package: at(strings, packageIndex, 'the package of a function'),
    };
  });
  const isolates = list(whole['isolates'], 'isolates').map((row): ProfileIsolate => {
    const { pid, threadId, role } = record(row, 'an isolate');
    if (role !== 'main' && role !== 'worker' && role !== 'child') throw broken('a role is unknown');
    // A thread whose id is unknown has -1.
    const id = threadId === -1 ? -1 : count(threadId, 'a thread id');
    return { pid: count(pid, 'a pid'), threadId: id, role };
  });

  const frameRows = record(whole['frames'], 'frames');
  const frameCount = count(frameRows['count'], 'the number of frames');
  const codes = ints(frameRows['code'], frameCount, 'frame codes');
  const tellsInlined = frameRows['inlined'] === true;
  inRange(codes, 0, inlinedCode * (tellsInlined ? 2 : 1) - 1, 'a frame code');
  const frames = {
    function: ints(frameRows['function'], frameCount, 'frame functions'),
    line: ints(frameRows['line'], frameCount, 'frame lines'),
    column: ints(frameRows['column'], frameCount, 'frame columns'),
    tier: Uint8Array.from(codes, (code) => (code % inlinedCode) >> 1),
    exact: Uint8Array.from(codes, (code) => code & 1),
    ...(tellsInlined && {
      inlined: Uint8Array.from(codes, (code) => (code >= inlinedCode ? 1 : 0)),
    }),
  };
  inRange(frames.function, 0, functions.length - 1, 'the function of a frame');
  inRange(frames.line, 0, maxInt, 'the line of a frame');
  inRange(frames.column, 0, maxInt, 'the column of a frame');

  const nodeRows = record(whole['nodes'], 'nodes');
  const nodeCount = count(nodeRows['count'], 'the number of nodes');
  const parent = ints(nodeRows['parent'], nodeCount, 'node parents');
  for (let node = 0; node < nodeCount; node += 1) parent[node] = node - parent[node]!;
  const nodes = { parent, frame: ints(nodeRows['frame'], nodeCount, 'node frames') };
  if (nodeCount === 0 || parent[0] !== -1 || nodes.frame[0] !== -1) throw broken('it has no root');
  inRange(nodes.frame.subarray(1), 0, frameCount - 1, 'the frame of a node');
  for (let node = 1; node < nodeCount; node += 1) {
    if (parent[node]! < 0 || parent[node]! >= node) {
      throw broken(`the parent of node ${node} is ${parent[node]}`);
    }
  }

  const sampleRows = record(whole['samples'], 'samples');
  const sampleCount = count(sampleRows['count'], 'the number of samples');
  const isolate = ints(sampleRows['isolate'], sampleCount, 'sample isolates');
  inRange(isolate, 0, isolates.length - 1, 'the isolate of a sample');
  const ofRoutes = routes(whole['routes']);
  const samples = {
    node: ints(sampleRows['node'], sampleCount, 'sample nodes'),
    timeMicros: times(sampleRows['time'], sampleCount),
    isolate: new Uint16Array(isolate),
    ...routeOfSamples(sampleRows['route'], sampleCount, ofRoutes.routes),
  };
  inRange(samples.node, -1, nodeCount - 1, 'the node of a sample');

  return {
    functions,
    frames,
    nodes,
    samples,
    isolates,
    deopts: list(whole['deopts'], 'deopts').map((row) => deopt(row, functions.length)),
    ...tierChanges(whole['tierChanges'], functions.length, isolates.length),
    ...awaitErrors(whole['awaitErrors']),
    ...requests(whole['requests']),
    ...ofRoutes,
    sources: new Map(
      list(whole['sources'], 'sources').map((row) => {
        const [file, text] = list(row, 'a source');
        return [string(file, 'a source file'), string(text, 'a source text')] as const;
      }),
    ),
    windowMs: number(whole['windowMs'], 'the window'),
    intervalMicros: number(whole['intervalMicros'], 'the interval'),
    ...(whole['origin'] === undefined ? {} : { origin: origin(whole['origin']) }),
    ...(whole['icSites'] === undefined
      ? {}
      : { icSites: icSites(whole['icSites'], isolates.length) }),
    notes: list(whole['notes'], 'notes').map((note) => string(note, 'a note')),
  };
}

function awaitErrors(value: unknown): Pick<Profile, 'awaitErrors'> {
  if (value === undefined) return {};
  const errors = list(value, 'errors of awaits').map((row) => {
    const [line, error] = list(row, 'the error of an await');
    return [string(line, 'the line of an await'), number(error, 'the error of an await')] as const;
  });
  return { awaitErrors: new Map(errors) };
}

function requests(value: unknown): Pick<Profile, 'requests'> {
  if (value === undefined) return {};
  const times = requestTimesFromJson(value);
  if (!times) throw broken('what it says of requests is not as it should be');
  return { requests: times };
}

function routes(value: unknown): Pick<Profile, 'routes'> {
  if (value === undefined) return {};
  const read = routesFromJson(value);
  if (!read) throw broken('what it says of routes is not as it should be');
  return { routes: read };
}

function routeOfSamples(
  value: unknown,
  length: number,
  ofProfile: ProfileRoutes | undefined,
): Pick<SampleTable, 'route'> {
  if (value === undefined || !ofProfile) return {};
  const route = ints(value, length, 'sample routes');
  inRange(route, noRoute, ofProfile.list.length - 1, 'the route of a sample');
  return { route: new Int16Array(route) };
}

function tierChanges(
  value: unknown,
  functions: number,
  isolates: number,
): Pick<Profile, 'tierChanges'> {
  if (value === undefined) return {};
  const changes = tierChangesFromJson(value, functions, isolates);
  if (!changes) throw broken('what it says of changes of tiers is not as it should be');
  return { tierChanges: changes };
}

function origin(value: unknown): ProfileOrigin {
  if (conforms(value, originShape)) return value as ProfileOrigin;
  throw broken('what made it is not said as it should be');
}

function icSites(value: unknown, isolates: number): ProfileIcSite[] {
  if (!conforms(value, [icSiteShape])) throw broken('a property access is not as it should be');
  const sites = value as ProfileIcSite[];
  inRange(
    sites.map(({ isolate }) => isolate),
    ...([0, isolates - 1, 'the isolate of a property access'] as const),
  );
  return sites;
}

function deopt(row: unknown, functions: number): ProfileDeopt {
  const fields = record(row, 'a deopt');
  const fn = count(fields['function'], 'the function of a deopt');
  const siteFunction = count(fields['siteFunction'], 'the site of a deopt');
  inRange([fn, siteFunction], 0, functions - 1, 'the function of a deopt');
  return {
    timeMicros: number(fields['timeMicros'], 'the time of a deopt'),
    function: fn,
    siteFunction,
    file: string(fields['file'], 'the file of a deopt'),
    line: count(fields['line'], 'the line of a deopt'),
    column: count(fields['column'], 'the column of a deopt'),
    kind: string(fields['kind'], 'the kind of a deopt'),
    reason: string(fields['reason'], 'the reason of a deopt'),
    ...('isolate' in fields ? { isolate: count(fields['isolate'], 'the isolate of a deopt') } : {}),
  };
}

function times(value: unknown, length: number): Float64Array {
  const packed = record(value, 'sample times');
  if ('ints' in packed) return new Float64Array(ints(packed['ints'], length, 'sample times'));
  const doubles = unpackDoubles(string(packed['doubles'], 'sample times'), length);
  if (!doubles) throw broken('sample times are cut or garbled');
  return doubles;
}

/** Added to the code of an inlined frame; without it, codes are below this. */
const inlinedCode = tierOfCode.length * 2;
