import assert from 'node:assert/strict';
import { test } from 'node:test';
import { innermostShares } from '../../src/analysis/flame/flameCounts.ts';
import { lineFunctions } from '../../src/analysis/flame/flameLines.ts';
import { noMarkers } from '../../src/analysis/flame/flameMarkers.ts';
import { searchFlame } from '../../src/analysis/flame/flameSearch.ts';
import { buildFlameView, queryFlame } from '../../src/analysis/flame/flameView.ts';
import { frameMatcher } from '../../src/shared/flameMatch.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { areas, type Area } from '../../src/shared/vocabulary.ts';
import { profileFromStacks } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { profileFromText } from '../support/textProfile.ts';

interface Case {
  areas?: Area[];
  packages?: string[];
  inverted?: boolean;
  rootId?: number;
  minShare?: number;
}

/** Draws the picture; one row a frame: indent by depth, `name:line samples`, `self` where there is some. */
function check(picture: string, expected: string, how: Case = {}): void {
  assert.equal(`\n${rows(draw(picture, how))}`, expected.replace(/^ {4}/gm, '').trimEnd());
}

function draw(picture: string, how: Case = {}): FlameNode {
  const visibility = { areas: how.areas ?? ['app'], packages: how.packages ?? [] };
  const view = buildFlameView(profileFromText(picture), visibility, how.inverted ?? false);
  return queryFlame(view, {
    minShare: how.minShare ?? 0,
    ...(how.rootId === undefined ? {} : { rootId: how.rootId }),
  });
}

function rows(node: FlameNode, depth = 0, onCpu = node.samples / node.total): string {
  const self = Math.round(node.self * onCpu);
  const place = node.line > 0 ? `:${node.line}` : '';
  const row = `${'  '.repeat(depth)}${node.name}${place} ${node.samples}`;
  const texts = [self > 0 ? `${row} self ${self}` : row];
  if (node.elided > 0) texts[0] += ` elided ${node.elided}`;
  for (const child of node.children) texts.push(rows(child, depth + 1, onCpu));
  return texts.join('\n');
}

function find(root: FlameNode, name: string): FlameNode {
  const search = (node: FlameNode): FlameNode | undefined =>
    node.name === name ? node : node.children.map(search).find(Boolean);
  const found = search(root);
  assert.ok(found, `no frame ${name}`);
  return found;
}

test('draws callers above callees, the widest first', () => {
  check(
    `
    main:1    main:1    main:1
    route:9   parse:30  parse:30
    `,
    `
    (all) 3
      main:1 3
        parse:30 2 self 2
        route:9 1 self 1
    `,
  );
});

test('idle samples do not count', () => {
  check(
    `
    main:1   main:1   idle
    route:9  idle
    `,
    `
    (all) 1
      main:1 1
        route:9 1 self 1
    `,
  );
});

test('time of hidden frames is self time of the nearest visible caller', () => {
  const picture = `
    main:1          main:1          main:1   main:1
    view:9          view:9          view:9   gc
    render:3@views  render:3@views  gc
    escape:7@views  memcpy@native
  `;
  check(
    picture,
    `
    (all) 4
      main:1 4 self 1
        view:9 3 self 3
    `,
  );
  const view = find(draw(picture), 'view');
  assert.equal(view.own, 0);
  assert.deepEqual(view.parts, { gc: 0.25, v8: 0, native: 0.25, core: 0, deps: 0.25 });
});

test('a visible package is drawn although the other packages are hidden', () => {
  check(
    `
    main:1          main:1
    render:3@views  query:3@db
    escape:7@views  send:5@node
    `,
    `
    (all) 2
      main:1 2 self 1
        render:3 1
          escape:7 1 self 1
    `,
    { packages: ['views'] },
  );
});

test('samples without a visible frame are one frame of their own', () => {
  const picture = `
    main:1  gc  tick:2@node  gc
  `;
  check(
    picture,
    `
    (all) 4
      (no visible frame) 3 self 3
      main:1 1 self 1
    `,
  );
  const none = find(draw(picture), '(no visible frame)');
  assert.equal(none.area, 'gc');
  assert.equal(none.parts.gc, 0.5);
  check(
    picture,
    `
    (all) 4
      (no visible frame) 3 self 3
      main:1 1 self 1
    `,
    { inverted: true },
  );
});

test('one frame for a function, with the line most samples passed and the tiers of its own samples', () => {
  const picture = `
    main:1  main:1    main:1    main:1    main:1   main:1
    ~hot:5  *hot:7    *hot:7    *hot:9    ^hot:5   *hot:9
                                gc                 slow:20
  `;
  check(
    picture,
    `
    (all) 6
      main:1 6
        hot:7 6 self 5
          slow:20 1 self 1
    `,
  );
  const hot = find(draw(picture), 'hot');
  const sixth = 1 / 6;
  assert.equal(hot.own, 4 / 6);
  assert.deepEqual(hot.tiers, {
    ignition: sixth,
    sparkplug: sixth,
    maglev: 0,
    turbofan: 2 / 6,
  });
});

test('a function that is only known by its first line is drawn with it', () => {
  check(
    `
    ^hot:5
    `,
    `
    (all) 1
      hot:5 1 self 1
    `,
  );
});

test('recursion stays a chain, each frame with its own samples', () => {
  check(
    `
    walk:3  walk:3  walk:3
    walk:3  walk:3
    walk:3
    `,
    `
    (all) 3
      walk:3 3 self 1
        walk:3 2 self 1
          walk:3 1 self 1
    `,
  );
});

test('inverted: innermost visible functions first, then who called them', () => {
  check(
    `
    main:1    main:1     main:2     main:1
    route:9   admin:12   route:10   route:9
    parse:30  parse:30   parse:31
    x:1@lib
    `,
    `
    (all) 4
      parse:30 3 self 3
        route:9 2
          main:1 2
        admin:12 1
          main:1 1
      route:9 1 self 1
        main:1 1
    `,
    { inverted: true },
  );
});

test('inverted recursion counts a sample once in the innermost frame', () => {
  check(
    `
    main:1  main:1
    walk:3  walk:3
    walk:4  walk:3
            walk:5
    `,
    `
    (all) 2
      walk:4 2 self 2
        walk:3 2
          main:1 1
          walk:3 1
            main:1 1
    `,
    { inverted: true },
  );
});

test('narrow children are left out and counted, and come on zoom', () => {
  const picture = `
    main:1   main:1   main:1   main:1   main:1
    wide:2   wide:2   wide:2   wide:2   slim:9
    a:3      a:3      a:3      b:4
  `;
  for (const inverted of [false, true]) {
    const whole = draw(picture, { inverted });
    const cut = draw(picture, { inverted, minShare: 0.3 });
    const sent = cut.children.reduce((sum, child) => sum + child.samples, cut.elided);
    assert.equal(sent, 5);
    const anyFrame = find(whole, 'a');
    const zoomed = draw(picture, { inverted, rootId: anyFrame.id });
    assert.deepEqual(zoomed, anyFrame, 'the same ids and numbers below a zoomed frame');
  }
  check(
    picture,
    `
    (all) 5
      main:1 5 elided 1
        wide:2 4 elided 1
          a:3 3 self 3
    `,
    { minShare: 0.3 },
  );
});

test('every frame of the inverted view can be zoomed into', () => {
  const picture = `
    main:1  main:1  job:7   main:1  job:7
    a:2     b:3     a:2     a:2     b:3
    c:4     c:4     c:4     b:3     c:4
                            c:4
  `;
  const visit = (node: FlameNode): void => {
    if (node.id > 0) assert.deepEqual(draw(picture, { inverted: true, rootId: node.id }), node);
    node.children.forEach(visit);
  };
  visit(draw(picture, { inverted: true }));
});

test('an id that is not in the view is refused in one sentence', () => {
  for (const inverted of [false, true]) {
    for (const rootId of [99, -1, 2.5, NaN]) {
      assert.throws(() => draw('main:1', { inverted, rootId }), /has no frame .*reset the zoom/);
    }
  }
});

test('the shares of self add up to one, whatever is visible', () => {
  const picture = `
    main:1   main:1       main:1   gc  tick:1@node  main:1     wasm:0@wasm
    a:2      b:3@lib      a:2          main:5       a:2
    gc       memcpy@v8    c:4          gc           walk:3@wasm
  `;
  const everySubset = areas.map((_, i) => areas.slice(i));
  for (const chosen of [...everySubset, []]) {
    for (const inverted of [false, true]) {
      let sum = 0;
      const visit = (node: FlameNode): void => {
        sum += node.self;
        node.children.forEach(visit);
      };
      visit(draw(picture, { areas: chosen, inverted }));
      assert.ok(Math.abs(sum - 1) < 1e-9, `${chosen.join()} ${inverted}: ${sum}`);
    }
  }
});

test('self and own of a function are the same as in the report, in both directions', () => {
  const { profile, report } = shopRun();
  for (const inverted of [false, true]) {
    const view = buildFlameView(profile, { areas: ['app'], packages: [] }, inverted);
    const sums = new Map<string, { self: number; own: number }>();
    const visit = (node: FlameNode): void => {
      const sum = sums.get(node.name) ?? { self: 0, own: 0 };
      sums.set(node.name, { self: sum.self + node.self, own: sum.own + node.own });
      node.children.forEach(visit);
    };
    visit(queryFlame(view, { minShare: 0 }));
    const own = report.functions.filter((fn) => fn.area === 'app');
    assert.ok(own.length > 10);
    for (const fn of own) {
      const sum = sums.get(fn.name)!;
      assert.ok(Math.abs(sum.self - fn.self) < 1e-9, `${fn.name}: ${sum.self}, ${fn.self}`);
      assert.ok(Math.abs(sum.own - fn.own) < 1e-9, `${fn.name}: ${sum.own}, ${fn.own}`);
    }
    assert.ok(
      Math.abs(sums.get('(no visible frame)')!.self - report.sampling!.unattributedShare) < 1e-9,
    );
  }
});

test('an empty profile is a root without children', () => {
  for (const picture of ['', 'idle']) {
    for (const inverted of [false, true]) {
      const root = draw(picture, { inverted });
      assert.deepEqual([root.samples, root.total, root.children], [0, 0, []]);
    }
  }
});

test('endless recursion is cut at a depth that can be drawn', () => {
  const picture = Array.from({ length: 3000 }, () => 'walk:3').join('\n');
  let depth = 0;
  let node = draw(picture);
  for (; node.children[0]; node = node.children[0]) depth += 1;
  assert.ok(depth > 100 && depth < 1000, `${depth}`);
  assert.equal(node.elided, 1);
});

test('an answer never has more frames than can be drawn: of equal ones the nearest', () => {
  const stack = (i: number) => ['main:1', ...Array.from({ length: 9 }, (_, d) => `f${i}_${d}:1`)];
  const stacks = Array.from({ length: 900 }, (_, i) => [1, ...stack(i)] as [number, ...string[]]);
  for (const inverted of [false, true]) {
    const view = buildFlameView(
      profileFromStacks(stacks),
      { areas: ['app'], packages: [] },
      inverted,
    );
    const root = queryFlame(view, { minShare: 0 });
    const depths: number[] = [];
    let elided = 0;
    const visit = (node: FlameNode, depth: number): void => {
      depths[depth] = (depths[depth] ?? 0) + 1;
      elided += node.elided;
      node.children.forEach((child) => visit(child, depth + 1));
    };
    visit(root, 0);
    const count = depths.reduce((a, b) => a + b);
    assert.ok(count > 2000 && count < 4000, `${count}`);
    assert.equal(depths[inverted ? 1 : 2], 900);
    assert.equal(elided, 900);
  }
});

test('shares of areas and packages are by the innermost frame', () => {
  const shares = innermostShares(profileFromText('main:1  main:1  gc  x:1@lib\ngc'));
  assert.deepEqual(shares, {
    areaShares: { app: 0.25, deps: 0.25, core: 0, wasm: 0, v8: 0, native: 0, gc: 0.5 },
    packageShares: { lib: 0.25 },
  });
});

test('search counts a sample once, also in frames too narrow to draw, and only visible ones', () => {
  const profile = profileFromText(`
    main:1    main:1     main:1     other:4/other.js
    parse:3   parse:3    route:9
    parse:3   x:1@parser gc
  `);
  const search = (text: string, visibility: Visibility) => {
    const results = [false, true].map((inverted) =>
      searchFlame(buildFlameView(profile, visibility, inverted), frameMatcher(text, '/app')),
    );
    assert.deepEqual(results[0], results[1]);
    return results[0];
  };
  const app: Visibility = { areas: ['app'], packages: [] };
  assert.deepEqual(search('PARSE', app), { share: 0.5, functions: 1 });
  assert.deepEqual(search('parse', { areas: ['deps'], packages: [] }), {
    share: 0.25,
    functions: 1,
  });
  assert.deepEqual(search('other.js', app), { share: 0.25, functions: 1 });
  assert.deepEqual(search('/app', app), { share: 0, functions: 0 });
  assert.deepEqual(search('(', app), { share: 0, functions: 0 });
  assert.deepEqual(search('', app), { share: 0, functions: 0 });
});

test('a line that several functions share belongs to the one with most samples there', () => {
  const profile = profileFromText(`
    outer:3  outer:3  outer:3
    inner:3  inner:3
  `);
  const functions = lineFunctions(profile, [{ file: '/app/main.js', line: 3 }], noMarkers);
  assert.equal(functions['/app/main.js:3']?.name, 'outer');
});
