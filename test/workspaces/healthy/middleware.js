const { serve } = require('./serve.js');

const compose = (layers) => (context) => {
  const run = async (at) => layers[at]?.(context, () => run(at + 1));
  return run(0);
};

const handle = compose([
  async (context, next) => {
    context.startMs = performance.now();
    await next();
    context.body.ms = performance.now() - context.startMs;
  },
  async (context, next) => {
    context.user = await Promise.resolve({ name: 'Ann' });
    await next();
  },
  async (context) => {
    context.body = { hello: context.user.name, path: context.request.url };
  },
]);

serve(async (request) => {
  const context = { request };
  await handle(context);
  return context.body;
});
