import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Profile,
  ProfileIcSite,
  ProfileTierChanges,
} from '../../src/analysis/profile/profile.ts';
import {
  fromBase64,
  packInts,
  toBase64,
  unpackInts,
} from '../../src/analysis/profile/profileBytes.ts';
import {
  profileFromJson,
  profileToJson,
  type ProfileJson,
} from '../../src/analysis/profile/profileJson.ts';
import type { ProfileOrigin } from '../../src/shared/profileOrigin.ts';
import { profileFromText } from '../support/textProfile.ts';

function sample(): Profile {
  const profile = profileFromText(`
    main:1   ~main:2     idle   ^main:1   wasm:0@wasm
    gc       read:4@lib         h:3@node
  `);
  profile.deopts.push({
    timeMicros: 1.25,
    function: 0,
    siteFunction: 2,
    file: '/app/main.js',
    line: 3,
    column: 7,
    kind: 'deopt-eager',
    reason: 'wrong map',
  });
  profile.sources.set('/app/main.js', 'const smile = "😀";\u2028\n</script>');
  profile.notes.push('A note.');
  return profile;
}

const copy = (profile: Profile): Profile =>
  profileFromJson(JSON.parse(JSON.stringify(profileToJson(profile))));

test('a profile comes back as it was', () => {
  assert.deepEqual(copy(sample()), sample());
});

const changes: ProfileTierChanges = {
  ...{ function: 1, isolate: 0, leftOut: 3, madeInWindow: 1 },
  changes: [
    { timeMicros: -1200, type: 'compiled', tier: 1, codeBytes: 40, onStack: false },
    {
      ...{ timeMicros: 30, type: 'deopt', tier: 4, onStack: true, siteFunction: 2 },
      ...{ line: 3, column: 7, kind: 'deopt-eager', reason: 'wrong map' },
    },
    { timeMicros: 40, type: 'disabled', reason: 'Function is too big to be optimized' },
  ],
};

test('what V8 did with functions comes back, and what ran inlined', () => {
  const made = sample();
  const inlined = made.frames.tier.map((_, i) => i & 1);
  const told = { ...made, frames: { ...made.frames, inlined }, tierChanges: [changes] };
  assert.deepEqual(copy(told), told);
});

test('a run that was saved before that was kept opens', () => {
  const { tierChanges, frames } = copy(sample());
  assert.equal(tierChanges, undefined);
  assert.equal(frames.inlined, undefined);
});

test('changes of tiers are known or refused', () => {
  const json = profileToJson({ ...sample(), tierChanges: [changes] });
  const [row] = json.tierChanges!;
  const broken: unknown[] = [
    [{}],
    {},
    [row!.slice(0, 4)],
    [[99, ...row!.slice(1)]],
    [[0, 1, ...row!.slice(2)]],
    [[...row!.slice(0, 4), [[0, 'compiled', 0, false, 40]]]],
    [[...row!.slice(0, 4), [[0, 'moved', 1, false, 40]]]],
    [[...row!.slice(0, 4), [[0, 'deopt', 1, false, 99, 1, 1, 'deopt-eager', 'wrong map']]]],
  ];
  for (const tierChanges of broken) {
    assert.throws(() => profileFromJson({ ...json, tierChanges }), /damaged: .*changes of tiers/);
  }
});

test('the property accesses of a deep run come back', () => {
  const deep = { ...sample(), icSites: [access] };
  assert.deepEqual(copy(deep), deep);
});

const access: ProfileIcSite = {
  ...{ file: '/app/main.js', line: 3, column: 7, isolate: 0 },
  ...{ kind: 'load', property: 'price', state: 'megamorphic' },
  ...{ shapeCount: 12, shapes: ['{ id, price }'], keyCount: 0, misses: 4 },
};

test('a property access is known or refused', () => {
  const json = profileToJson(sample());
  for (const change of [{ state: 'N' }, { line: -1 }, { isolate: 1 }, { shapes: 'id' }]) {
    const icSites = [{ ...access, ...change }];
    assert.throws(() => profileFromJson({ ...json, icSites }), /damaged: .*property access/);
  }
});

test('what made the samples comes back', () => {
  const imported = { ...sample(), origin: elsewhere };
  assert.deepEqual(copy(imported), imported);
});

const elsewhere: ProfileOrigin = {
  sampler: 'imported',
  format: 'CPU profile of V8',
  tiers: false,
  lines: 'functions',
};

test('what made the samples is known or refused', () => {
  const json = profileToJson(sample());
  for (const origin of [{ ...elsewhere, sampler: 'guess' }, { sampler: '0x' }, null]) {
    assert.throws(() => profileFromJson({ ...json, origin }), /damaged: what made it/);
  }
});

test('fractional, negative and huge times come back exactly', () => {
  for (const times of [
    [0.1, 1e15, -3, 2 ** 40, 5],
    [0, 1, 2, 3, -0],
    [2 ** 31, 0, 1, 2, 3],
    [2 ** 31 - 1, -(2 ** 31), 0, 7, 7],
  ]) {
    const profile = sample();
    profile.samples.timeMicros.set(times);
    assert.deepEqual(copy(profile).samples.timeMicros, profile.samples.timeMicros);
  }
});

test('a profile without samples comes back', () => {
  const empty = profileFromText('');
  assert.deepEqual(copy(empty), empty);
});

test('integers of every size survive packing', () => {
  const values = [0, -1, 1, 63, 64, -64, -65, 2 ** 31 - 1, -(2 ** 31), 0, 8191, 8192, 1 << 20];
  assert.deepEqual([...unpackInts(packInts(values), values.length)!], values);
});

test('base64 is the standard one', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255);
    assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'));
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  }
  for (const wrong of ['a', 'abc', 'a===', '=abc', 'ab=c', 'ab\u00e9d', 'ab d']) {
    assert.equal(fromBase64(wrong), null, wrong);
  }
});

test('a large profile is a few bytes a node', () => {
  const profile = sample();
  const nodes = 100_000;
  profile.nodes = {
    parent: Int32Array.from({ length: nodes }, (_, node) => node - 1 - (node % 7 ? 0 : node >> 3)),
    frame: Int32Array.from({ length: nodes }, (_, node) => (node === 0 ? -1 : node % 5)),
  };
  const text = JSON.stringify(profileToJson(profile));
  assert.ok(text.length < nodes * 8, `${text.length}`);
  assert.deepEqual(copy(profile).nodes, profile.nodes);
});

const damages: Record<string, (json: ProfileJson) => unknown> = {
  'nothing at all': () => null,
  'another version': (json) => ({ ...json, profileVersion: 2 }),
  'no functions': ({ functions: _, ...json }) => json,
  'a function of an unknown file': (json) => json.functions[0]!.splice(1, 1, 99),
  'an unknown area': (json) => json.areaNames.splice(0, 1, 'space'),
  'a cut table': (json) => (json.nodes.parent = json.nodes.parent.slice(0, 4)),
  'garbage for base64': (json) => (json.samples.node = '!!!!'),
  'a count that does not fit': (json) => (json.frames.count += 1),
  'a count to fill the memory': (json) => (json.samples.count = 2 ** 31 - 1),
  'a frame of no function': (json) => (json.frames.function = packInts([9, 9, 9, 9, 9, 9, 9])),
  'a parent behind its child': (json) =>
    (json.nodes.parent = packInts(Array.from({ length: json.nodes.count }, () => 1 - 1))),
  'a sample of no node': (json) => (json.samples.node = packInts([99, 0, 0, 0, 0])),
  'a sample of no isolate': (json) => (json.samples.isolate = packInts([1, 0, 0, 0, 0])),
  'a deopt of no function': (json) => (json.deopts[0]!.function = 99),
  'a text for a line': (json) => ((json.deopts[0] as { line: unknown }).line = '3'),
  'an endless window': (json) => (json.windowMs = null as unknown as number),
};

for (const [name, damage] of Object.entries(damages)) {
  test(`${name} is refused in one sentence`, () => {
    const json = JSON.parse(JSON.stringify(profileToJson(sample()))) as ProfileJson;
    const result = damage(json);
    const damaged = name === 'nothing at all' || name === 'another version' ? result : json;
    if (name === 'no functions') delete (json as Partial<ProfileJson>).functions;
    assert.throws(() => profileFromJson(damaged), /^Error: The saved profile is damaged: .+\.$/);
  });
}
