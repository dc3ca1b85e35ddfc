const http = require('node:http');

/** Serves requests by an async handler, whose result is the answer as JSON. */
exports.serve = (answer) => {
  const server = http.createServer((request, response) => {
    new Promise((resolve) => resolve(answer(request))).then(
      (result) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(result));
      },
      (error) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/`);
  });
  setTimeout(() => process.exit(0), 300_000).unref();
};
