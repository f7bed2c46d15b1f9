import { createServer } from 'node:net';

/**
 * A TCP port on 127.0.0.1 that nothing listens on: the wanted one, else the next free one.
 * @param from the wanted port; without it the system picks any
 */
export async function freePort({
  from = 0,
  tries = 100,
}: { from?: number; tries?: number } = {}): Promise<number> {
  for (let port = from; port < from + tries; port += 1) {
    const found = await tryPort(port);
    if (found !== undefined) return found;
  }
  throw new Error(`No free port between ${from} and ${from + tries - 1}.`);
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
