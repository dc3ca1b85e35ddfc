const { serve } = require('./serve.js');

/** Many functions share the work of a request, none of which is much of it. */
const steps = Array.from(
  { length: 12 },
  (_, step) =>
    new Function(
      'x',
      `for (let i = 0; i < ${300_000 + step}; i++) x = (x * 31 + ${step}) % 1000003; return x;\n//# sourceURL=${__dirname}/step${step}.js`,
    ),
);

serve(() => ({ x: steps.reduce((x, step) => step(x), 1) }));
