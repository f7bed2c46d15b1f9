import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { db, getPool } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';

// An unresponsive database: connections stay open and nothing comes back.

const statementMs = 300;
const url = new URL(String(process.env.DATABASE_URL));
const { hostname, port } = url;
const open: Socket[] = [];
const proxy = createServer((socket) => {
  const server = connect(Number(port), hostname);
  open.push(socket, server);
  socket.on('error', () => {}).pipe(server);
  server.on('error', () => {}).pipe(socket);
});
await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
process.env.DATABASE_URL = url.href;
getPool({ size: 2, statementMs });

const goSilent = () => open.splice(0).forEach((socket) => socket.unpipe().pause());

afterAll(() => {
  open.forEach((socket) => socket.destroy());
  proxy.close();
});

test('a statement without a response fails in time, and the next one gets a working connection', async () => {
  await getPool().query('select 1');
  goSilent();
  const began = performance.now();
  await expect(getPool().query('select 1')).rejects.toThrow('timeout');
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await getPool().query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

test('a transaction without a response fails in time', async () => {
  const began = performance.now();
  const silent = inTransaction(async (client) => {
    await client.query('select 1');
    goSilent();
    await client.query('select 2');
  });
  await expect(silent).rejects.toThrow('timeout');
  expect(performance.now() - began).toBeLessThan(4_000);
});

test('a transaction abandoned by its process loses its locks', async () => {
  const forgotten = await getPool().connect();
  forgotten.on('error', () => {});
  await forgotten.query('begin');
  await forgotten.query('select * from "Installation" for update');
  await expect
    .poll(
      () =>
        getPool()
          .query('select * from "Installation" for update nowait')
          .catch(() => null),
      {
        timeout: 10_000,
      },
    )
    .toMatchObject({ rowCount: 1 });
  forgotten.release(true);
  const [{ limit } = { limit: '0' }] = await db().$queryRaw<{ limit: string }[]>`
    select current_setting('idle_in_transaction_session_timeout') as "limit"`;
  expect(limit).toBe('10s');
});
