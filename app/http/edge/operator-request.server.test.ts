import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isOperator } from '#app/http/edge/operator-request.server.ts';

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', false],
  ['::ffff:10.0.0.7', false],
  ['2001:db8::1', false],
  [undefined, false],
])('the socket decides whether a request comes from this machine: %s', (remoteAddress, expected) => {
  const request = { headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage;
  expect(isOperator({ request, token: '' })).toBe(expected);
});
