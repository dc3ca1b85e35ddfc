/**
 * Two of the four sections: each is one line of own JavaScript. `n` is the number of turns. Neither
 * allocates or calls a builtin in any tier: V8 takes no stack during garbage collection and at the
 * first and last instructions of a builtin, and such samples could be booked on no line.
 */

exports.relax = function relax(n, x) {
  for (let i = 0; i < n; i++) x = (x * 0.75 + i) / (x + 1.25) + x * 0.125; // truth:a
  return x;
};

const words = 'the quick brown fox jumps over the lazy dog and runs into the deep wood'.repeat(8);

exports.hashText = function hashText(n, h) {
  for (let i = 0; i < n; i++) h = (h << 5) ^ (h >>> 3) ^ words.charCodeAt(i & 511); // truth:b
  return h;
};
