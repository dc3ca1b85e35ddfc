const http = require('node:http');

const sessions = new Map(
  Array.from({ length: 1000 }, (_, id) => [`s${id}`, { id, name: `user ${id}` }]),
);

function cookiesOf({ headers }) {
  const text = headers.cookie ?? 'session=s7; theme=dark';
  return Object.fromEntries(text.split('; ').map((each) => each.split('=')));
}

const server = http.createServer((request, response) => {
  const { session, theme } = cookiesOf(request);
  const { name } = sessions.get(session);
  response.setHeader('content-type', 'text/html');
  response.setHeader('set-cookie', `session=${session}; HttpOnly`);
  response.end(`<body class="${theme}"><h1>Hello ${name}</h1></body>`);
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
