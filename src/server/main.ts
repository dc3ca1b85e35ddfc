import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Server } from './server.ts';

/**
 * The language server: `--stdio` or `--node-ipc`, as the client likes. Built as CommonJS into dist/,
 * beside the page's assets and the engine's programs. When the client is gone this process ends, and
 * with it the run that is under way: its guard sees to that.
 */
const connection = createConnection(ProposedFeatures.all);
// Over a stream vscode-languageserver does that itself.
process.on('disconnect', () => process.exit(1));
new Server(connection).listen();
