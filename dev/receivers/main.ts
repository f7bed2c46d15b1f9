import { createReceivers } from './server.ts';

// The receivers of notifications in development: they check what arrives by the rules of each provider, and show it.
const { RECEIVERS_PORT = '4030' } = process.env;
const server = createReceivers();
server.listen(Number(RECEIVERS_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
