import { expect, test } from 'vitest';
import { inMailSlot, mostAtOnce } from './mail-slot.server.ts';

const longMs = 60_000;

/** Takes every connection; each has its own call to release it. */
function takeAll() {
  const ends: (() => void)[] = [];
  const taken = Array.from({ length: mostAtOnce }, () =>
    inMailSlot({ waitMs: longMs, work: () => new Promise<void>((done) => ends.push(done)) }),
  );
  return {
    one: () => ends.shift()?.(),
    all: async () => {
      for (const end of ends.splice(0)) end();
      await Promise.all(taken);
    },
  };
}

test('mails waiting for a connection get it in order of arrival', async () => {
  const back = takeAll();
  const order: string[] = [];
  const wait = (name: string) =>
    inMailSlot({ waitMs: longMs, work: () => Promise.resolve(void order.push(name)) });
  const all = ['first', 'second', 'third'].map(wait);
  await Promise.resolve();
  expect(order).toEqual([]);
  back.one();
  await Promise.all(all);
  expect(order).toEqual(['first', 'second', 'third']);
  await back.all();
});

test('a mail that waited too long, or was aborted, is not started and holds no connection', async () => {
  const back = takeAll();
  const controller = new AbortController();
  let begun = 0;
  const work = () => Promise.resolve((begun += 1));
  const late = inMailSlot({ waitMs: 1, work });
  const ended = inMailSlot({ waitMs: longMs, signal: controller.signal, work });
  controller.abort();
  expect(await ended).toBeNull();
  expect(await inMailSlot({ waitMs: longMs, signal: controller.signal, work })).toBeNull();
  expect(await late).toBeNull();
  expect(begun).toBe(0);
  await back.all();
  expect(
    await Promise.all(Array.from({ length: mostAtOnce + 1 }, () => inMailSlot({ waitMs: 1, work }))),
  ).toEqual(Array.from({ length: mostAtOnce + 1 }, (_, index) => index + 1));
});

test('a mail whose work throws releases its connection', async () => {
  const fail = () => inMailSlot({ waitMs: 1, work: () => Promise.reject(new Error('gone')) });
  for (let tried = 0; tried <= mostAtOnce; tried += 1) await expect(fail()).rejects.toThrow('gone');
});
