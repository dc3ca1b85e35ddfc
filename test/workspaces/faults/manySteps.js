const { serve } = require('./serve.js');

const turns = 250_000;

/** The middleware of a shop, each of which takes its part. */
const middleware = [
  function session(x) {
    for (let i = 0; i < turns; i++) x = (x * 31 + 1) % 1000003;
    return x;
  },
  function locale(x) {
    for (let i = 0; i < turns; i++) x = (x * 33 + 2) % 1000003;
    return x;
  },
  function prices(x) {
    for (let i = 0; i < turns; i++) x = (x * 35 + 3) % 1000003;
    return x;
  },
  function taxes(x) {
    for (let i = 0; i < turns; i++) x = (x * 37 + 4) % 1000003;
    return x;
  },
  function stock(x) {
    for (let i = 0; i < turns; i++) x = (x * 39 + 5) % 1000003;
    return x;
  },
  function basket(x) {
    for (let i = 0; i < turns; i++) x = (x * 41 + 6) % 1000003;
    return x;
  },
  function advice(x) {
    for (let i = 0; i < turns; i++) x = (x * 43 + 7) % 1000003;
    return x;
  },
  function audit(x) {
    for (let i = 0; i < turns; i++) x = (x * 45 + 8) % 1000003;
    return x;
  },
];

serve(async () => {
  let x = 1;
  for (const step of middleware) x = await step(x);
  return { x };
});
