import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a part of the product that can be cut like a cable: nothing passes, nothing is closed. */
export interface Proxy {
  port: number;
  cut: () => void;
  /** Open connections continue, as after a network outage. */
  heal: () => void;
  close: () => void;
}

/** @param portOf port of the target, read for each connection, because the part may not run yet */
export async function createProxy({ portOf }: { portOf: () => number }): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>();
  let waiting: Socket[] = [];
  let isCut = false;

  const join = ([near, far]: [Socket, Socket]) => {
    near.pipe(far);
    far.pipe(near);
  };
  const lead = (near: Socket) => {
    const pair: [Socket, Socket] = [near, connect({ host: '127.0.0.1', port: portOf(), noDelay: true })];
    pairs.add(pair);
    for (const socket of pair) {
      const end = () => {
        pairs.delete(pair);
        pair.forEach((one) => one.destroy());
      };
      socket.on('error', end).on('close', end);
    }
    join(pair);
  };

  const server = createServer({ noDelay: true, pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    if (isCut) waiting.push(near);
    else lead(near);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    heal: () => {
      isCut = false;
      pairs.forEach(join);
      waiting.filter(({ destroyed }) => !destroyed).forEach(lead);
      waiting = [];
    },
    close: () => {
      server.close();
      for (const socket of [...pairs].flat().concat(waiting)) socket.destroy();
    },
  };
}
