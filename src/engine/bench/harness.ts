import type { FunctionKind } from '../../shared/benchWire.ts';

/** A call that is ready to be made. */
export interface ReadyCall {
  f: (...args: unknown[]) => unknown;
  self: unknown;
  args: unknown[];
}

/** Takes results, so that V8 has to compute them. */
export interface Sink {
  value: unknown;
  threw: number;
}

/** Makes all calls so many times; one that throws counts as made. */
export type Batch = (calls: readonly ReadyCall[], rounds: number, sink: Sink) => unknown;

/**
 * The loop around the calls, the same for the function and for an empty one, so that its cost can be
 * taken off. V8 must not inline the function into it, or it would remove what nothing uses and move
 * what is the same in all rounds before the loop. It inlines only functions that a call has met alone
 * or in small number, so the loop first meets many.
 */
export function createBatch(kind: FunctionKind, isNew: boolean): Batch {
  const callOf = (args: string) =>
    isNew ? `new f(${args})` : `f.call(c.self${args && `,${args}`})`;
  const cases = [0, 1, 2, 3, 4]
    .map((count) => {
      const args = Array.from({ length: count }, (_, i) => `a[${i}]`).join();
      return `case ${count}: r = ${callOf(args)}; break;`;
    })
    .join('\n');
  const finish = {
    function: 'sink.value = r;',
    async: 'sink.value = await r;',
    generator: 'for (const each of r) sink.value = each;',
    'async generator': 'for await (const each of r) sink.value = each;',
  }[kind];
  const text = `return ${kind.startsWith('async') ? 'async ' : ''}function (calls, rounds, sink) {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < calls.length; i++) {
        const c = calls[i], f = c.f, a = c.args;
        let r;
        try {
          switch (a.length) {
            ${cases}
            default: r = ${callOf('...a')};
          }
          ${finish}
        } catch (error) { sink.value = error; sink.threw++; }
      }
    }
  }`;
  return new Function(text)() as Batch;
}

let made = 0;

/** A function of the kind that does nothing; each has a text of its own. */
export function emptyFunction(kind: FunctionKind): ReadyCall['f'] {
  const star = kind.endsWith('generator') ? '*' : '';
  const asynchronous = kind.startsWith('async') ? 'async ' : '';
  const text = `return ${asynchronous}function${star} () { /* ${++made} */ }`;
  return new Function(text)() as ReadyCall['f'];
}

/** Lets the loop meet so many functions that V8 inlines none of them. */
export async function meetMany(batch: Batch, kind: FunctionKind, sink: Sink): Promise<void> {
  for (let count = 0; count < 8; count++) {
    const f = emptyFunction(kind);
    const calls = [0, 1, 2, 3, 4, 5].map((length) => {
      return { f, self: undefined, args: Array.from({ length }, () => count) };
    });
    await batch(calls, 20, sink);
  }
}
