/** Servers for tests of the engine, as source text of `server.js`. */

/** Answers 200 at once, with a little work. */
export const plainServer = `
const http = require('http');
http.createServer((request, response) => {
  let sum = 0;
  for (let i = 0; i < 20000; i++) sum += Math.sqrt(i);
  response.end(String(sum));
}).listen(0, '127.0.0.1');
`;

/** For https: a self-signed certificate for localhost, of no value to anyone. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXA79z+90k6nnZ3Gh
+enyzHrt28G/goSyPC2X/yy/IH2hRANCAAR1LyWVN3x0HuSvpy/drji/GMJf5uO7
rQFBRDNlRgwe/tlrElaRbREZbUxt/GrJyHyBtK9es2Jx05BoBFgY7tZF
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUZqQt8HuKvCoJlWhNB5KSWDIzks8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0MTExM1oYDzIxMjYxMDI4
MDQxMTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR1LyWVN3x0HuSvpy/drji/GMJf5uO7rQFBRDNlRgwe/tlrElaRbREZ
bUxt/GrJyHyBtK9es2Jx05BoBFgY7tZFo1MwUTAdBgNVHQ4EFgQUjgbAlNpOfFR3
fwI16f1zIUTgHZIwHwYDVR0jBBgwFoAUjgbAlNpOfFR3fwI16f1zIUTgHZIwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAplR8XBse39ZlEVjeGHBe
0P3LtwNt6lNO5/fuLZ5X9gECIBPnjzQDmX0TgMI5inJ2Ce6monwYJKTImF9sYdd5
SKKJ
-----END CERTIFICATE-----`,
};

const keyPair = JSON.stringify(selfSigned);

export const httpsServer = `
require('https').createServer(${keyPair}, (request, response) => response.end('secret')).listen(0);
`;

/** HTTP/2 over TLS, with or without the way back to HTTP/1.1. */
export const http2Server = (allowHTTP1: boolean) => `
require('http2')
  .createSecureServer({ ...${keyPair}, allowHTTP1: ${allowHTTP1} }, (request, response) => response.end('two'))
  .listen(0, '127.0.0.1');
`;
