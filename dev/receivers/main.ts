import { createReceivers } from './server.ts';

// The receivers of notifications in development: they check what arrives by the rules of each provider, and show it.
const { RECEIVERS_PORT = '4030', RECEIVERS_KEPT = '500' } = process.env;
const server = createReceivers({ mostKept: Number(RECEIVERS_KEPT) });
server.listen(Number(RECEIVERS_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
