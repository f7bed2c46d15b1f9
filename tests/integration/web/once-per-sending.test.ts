import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { oncePerSending } from '#app/http/forms/once-per-sending.server.ts';
import { AppError } from '#domain/errors.ts';
import { aUser } from '../makers.ts';

/** Sends forms of a new account and counts how often they took effect. */
async function sender() {
  const owner = await aUser();
  let done = 0;
  const send = (given: { key: unknown; content?: unknown; run?: () => Promise<void> }) =>
    oncePerSending({
      owner,
      content: 'a job',
      run: () => {
        done += 1;
        return Promise.resolve();
      },
      ...given,
    });
  return { send, done: () => done };
}

test('a form sent twice under one key takes effect once', async () => {
  const { send, done } = await sender();
  const key = randomUUID();
  await send({ key });
  await send({ key });
  expect(done()).toBe(1);
  await send({ key: randomUUID() });
  expect(done()).toBe(2);
});

test('a repeated form waits for the first one in progress', async () => {
  const { send, done } = await sender();
  const key = randomUUID();
  let end = () => {};
  const first = send({ key, run: () => new Promise((resolve) => (end = resolve)) });
  const second = send({ key });
  await new Promise((resolve) => setTimeout(resolve, 800));
  end();
  await Promise.all([first, second]);
  expect(done()).toBe(0);
});

test('a refused form can be sent again under its key', async () => {
  const { send, done } = await sender();
  const key = randomUUID();
  const refuse = () => Promise.reject(new AppError('validation_error', { message: 'No.' }));
  await expect(send({ key, run: refuse })).rejects.toThrow('No.');
  await send({ key });
  expect(done()).toBe(1);
});

test('different content under a used key is refused with a message for people', async () => {
  const { send, done } = await sender();
  const key = randomUUID();
  await send({ key });
  await expect(send({ key, content: 'another job' })).rejects.toThrow(/This form was already sent/);
  expect(done()).toBe(1);
}, 20_000);

test.each([undefined, null, '', 'x', 7])('a form with the key %s takes effect each time', async (key) => {
  const { send, done } = await sender();
  await send({ key });
  await send({ key });
  expect(done()).toBe(2);
});
