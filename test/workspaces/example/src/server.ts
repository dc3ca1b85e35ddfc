import type { AddressInfo } from 'node:net';
import { app } from './app.js';

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Invoices on http://127.0.0.1:${port}/invoices/120`);
});

// An example must not outlive its demonstration.
setTimeout(() => process.exit(0), 300_000).unref();
