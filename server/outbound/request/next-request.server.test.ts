import { describe, expect, test } from 'vitest';
import type { CallRequest } from '#server/outbound/types.ts';
import { nextRequest, visitOf } from './next-request.server.ts';

const url = 'https://shop.example.com/run?a=1';
const aRequest = (changes: Partial<CallRequest> = {}): CallRequest => ({
  url,
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    Authorization: 'Bearer t',
    cookie: 'a=b',
    'x-api-key': 'k',
    'x-note': 'plain',
    'x-tenant': 'sealed',
    'webhook-id': 'fire_1_1',
    'webhook-signature': 'v1,x',
    'idempotency-key': 'fire_1_1',
  },
  payload: '{}',
  timeoutMs: 1_000,
  secrets: { headers: ['x-tenant'], isInPayload: false },
  ...changes,
});

function follow({
  statusCode = 307,
  location,
  request = aRequest(),
  visited = [visitOf(request)],
}: {
  statusCode?: number;
  location?: string;
  request?: CallRequest;
  visited?: string[];
}) {
  return nextRequest({ request, redirect: { statusCode, location }, visited });
}

function followed(given: Parameters<typeof follow>[0]): CallRequest {
  const next = follow(given);
  if (!next || !('request' in next)) throw new Error(JSON.stringify(next));
  return next.request;
}

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [303, 'HEAD', 'HEAD'],
  [301, 'PUT', 'PUT'],
  [302, 'DELETE', 'DELETE'],
  [307, 'POST', 'POST'],
  [308, 'PATCH', 'PATCH'],
])('%i of a %s is followed by a %s', (statusCode, method, next) => {
  const request = followed({ statusCode, location: '/next', request: aRequest({ method }) });
  expect(request.method).toBe(next);
  expect(request.payload).toBe(method === next ? '{}' : null);
  expect(Object.hasOwn(request.headers, 'content-type')).toBe(method === next);
});

test('a location is resolved against the called address, without its fragment', () => {
  expect(followed({ location: '../x?b=2#top' }).url).toBe('https://shop.example.com/x?b=2');
  expect(followed({ location: '//other.example/x' }).url).toBe('https://other.example/x');
});

describe('headers and payload', () => {
  const names = (location: string, from = url) =>
    Object.keys(followed({ location, request: aRequest({ url: from }) }).headers).sort();
  const all = Object.keys(aRequest().headers).sort();
  const plain = ['content-type', 'idempotency-key', 'webhook-id', 'x-note'];

  test('all are kept within an origin', () => expect(names('/next')).toEqual(all));
  test.each([
    ['another host', 'https://other.example/'],
    ['a host below it', 'https://a.shop.example.com/'],
    ['another port', 'https://shop.example.com:8443/'],
    ['http', 'http://shop.example.com/'],
  ])('to %s lose credentials and everything that contains a secret', (_what, location) =>
    expect(names(location)).toEqual(plain),
  );
  test('are all kept from http to https of the same host, but not from another port', () => {
    expect(names('https://shop.example.com/', 'http://shop.example.com/run')).toEqual(all);
    expect(names('https://shop.example.com/', 'http://shop.example.com:8080/run')).toEqual(plain);
    expect(names('https://other.example/', 'http://shop.example.com/run')).toEqual(plain);
  });
  test('left out once do not return at the first origin', () => {
    const away = followed({ location: 'https://other.example/' });
    const back = followed({ location: 'https://shop.example.com/again', request: away });
    expect(Object.keys(back.headers).sort()).toEqual(plain);
  });
  test('with a secret stay within their origin, while a GET has no payload', () => {
    const request = aRequest({ secrets: { headers: [], isInPayload: true } });
    expect(followed({ location: '/next', request }).payload).toBe('{}');
    expect(follow({ location: 'https://other.example/', request })).toHaveProperty('refused');
    expect(followed({ statusCode: 303, location: 'https://other.example/', request }).payload).toBeNull();
  });
});

test('a repeated request is a loop, and a sixth redirect is too many', () => {
  expect(follow({ location: url })).toEqual({ end: 'loop' });
  expect(follow({ statusCode: 303, location: url })).toHaveProperty('request');
  const visited = Array.from({ length: 6 }, (_, index) => `POST https://shop.example.com/${index}`);
  expect(follow({ location: '/next', visited: visited.slice(1) })).toHaveProperty('request');
  expect(follow({ location: '/next', visited })).toEqual({ end: 'too_many' });
});

test.each([
  [200, '/x'],
  [300, '/x'],
  [304, '/x'],
  [302, undefined],
  [302, ''],
  [302, 'http://['],
  [302, `/${'x'.repeat(5_000)}`],
])('%i to %s is not followed', (statusCode, location) => {
  expect(follow({ statusCode, ...(location !== undefined && { location }) })).toBeNull();
});
