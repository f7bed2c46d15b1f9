import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.server.ts';

/** Work ended by the test, in the order in which it starts. */
function createWork(queue: ReturnType<typeof createFairQueue>) {
  const begun: { name: string; leave: () => void }[] = [];
  const add = (account: string, name = account) => {
    const place = queue.enter(account);
    void place?.then((leave) => begun.push({ name, leave }));
    return place !== null;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    add,
    names: async () => {
      await settled();
      return begun.map(({ name }) => name);
    },
    endFirst: async () => {
      await settled();
      begun.shift()?.leave();
    },
  };
}

test('gives one slot to an account, and the second to another', async () => {
  const work = createWork(createFairQueue({ places: 2 }));
  for (let n = 0; n < 20; n += 1) work.add('A', `A${n}`);
  work.add('B');
  expect(await work.names()).toEqual(['A0', 'B']);
});

test('alternates between accounts, however much one of them has queued', async () => {
  const work = createWork(createFairQueue({ places: 2 }));
  for (const account of ['A', 'B', 'C']) for (let n = 0; n < 3; n += 1) work.add(account, `${account}${n}`);
  const order: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const [first = ''] = await work.names();
    order.push(first);
    await work.endFirst();
  }
  expect(order).toEqual(['A0', 'B0', 'C0', 'A1', 'B1', 'C1', 'A2', 'B2', 'C2']);
});

test("starts an account's second entry only after its first, even if a slot is free", async () => {
  const work = createWork(createFairQueue({ places: 2 }));
  work.add('A', 'A0');
  work.add('A', 'A1');
  expect(await work.names()).toEqual(['A0']);
  await work.endFirst();
  expect(await work.names()).toEqual(['A1']);
});

test('refuses entries beyond the limits of an account and of the queue', () => {
  const queue = createFairQueue({ places: 1, waitingPerAccount: 2, waitingInAll: 3 });
  const taken = ['A', 'A', 'A', 'A', 'B', 'C'].map((account) => queue.enter(account) !== null);
  expect(taken).toEqual([true, true, true, false, true, false]);
  expect([queue.size('A'), queue.size('B'), queue.size('C')]).toEqual([3, 1, 0]);
});

test('frees a slot once, even if its function is called twice', async () => {
  const queue = createFairQueue({ places: 1 });
  const leave = await queue.enter('A');
  void queue.enter('B');
  leave?.();
  leave?.();
  expect(queue.size('B')).toBe(1);
  expect(queue.size('A')).toBe(0);
});
