const http = require('node:http');

/** Spelling suggestions: the words of the dictionary that share most letter pairs with `q`. */

const syllables = ['ba', 'lo', 'mir', 'ken', 'tu', 'san', 'fel', 'dor', 'wi', 'pra'];
const dictionary = Array.from({ length: 5_000 }, (_, n) =>
  [n, n * 7 + 3, n * 13 + 1, n * 29].map((part) => syllables[part % 10]).join(''),
);

function commonPairs(typed, word) {
  let common = 0;
  for (let at = 0; at < typed.length - 1; at++) {
    if (word.includes(typed.slice(at, at + 2))) common += 1; // hot
  }
  return common;
}

function suggest(typed) {
  let best = dictionary[0];
  let bestScore = -1;
  for (const word of dictionary) {
    const score = commonPairs(typed, word) / word.length;
    if (score > bestScore) {
      best = word;
      bestScore = score;
    }
  }
  return best;
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const typed = url.searchParams.get('q') ?? 'mirkentusanlobafeldor';
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ typed, suggestion: suggest(typed) }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
