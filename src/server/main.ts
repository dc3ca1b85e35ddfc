import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Server } from './server.ts';

/**
 * The language server, over `--stdio` or `--node-ipc`. It is built as CommonJS into dist/, beside
 * the page's assets and the engine's programs. It exits when the client is gone; the guard then
 * ends a current run.
 */
const connection = createConnection(ProposedFeatures.all);
// Over a stream, vscode-languageserver exits by itself.
process.on('disconnect', () => process.exit(1));
new Server(connection).listen();
