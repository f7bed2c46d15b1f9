import { expect, test } from 'vitest';
import { oncePerRequest } from './once-per-request.server.ts';

test('loaders of one request share a lookup, the next request makes its own', async () => {
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  const [one, other] = [{}, {}];
  const responses = [one, one, other].map((context) => oncePerRequest({ context, key: 'user', ask }));
  expect(await Promise.all(responses)).toEqual([1, 1, 2]);
  expect(await oncePerRequest({ context: one, key: 'jobs', ask })).toBe(3);
});

test('loaders of one request share a rejection', async () => {
  const context = {};
  const refuse = () => Promise.reject(new Error('no'));
  const responses = [1, 2].map(() => oncePerRequest({ context, key: 'user', ask: refuse }));
  const [one, other] = await Promise.allSettled(responses);
  expect(one).toEqual(other);
  expect(one?.status).toBe('rejected');
});
