import { expect, test } from 'vitest';
import type { CallResponse } from '#server/outbound/types.ts';
import { rawRequest, rawResponse } from './raw-exchange.ts';

const response: CallResponse = {
  ...{ statusCode: 404, headers: { 'x-one': '1, 2' }, body: 'gone', bytes: 4, isTruncated: false },
  ...{ isBinary: false, sha256: null },
};

test('a request is shown as sent, its secret headers masked', () => {
  const headers = { authorization: 'Bearer abc', 'content-type': 'text/plain' };
  const url = 'https://api.example.com:8443/run?x=1#part';
  expect(rawRequest({ method: 'POST', url, headers, payload: 'wörld' })).toBe(
    [
      'POST /run?x=1 HTTP/1.1',
      'host: api.example.com:8443',
      'connection: keep-alive',
      'authorization: ********',
      'content-type: text/plain',
      'content-length: 6',
      '',
      'wörld',
    ].join('\n'),
  );
});

test('a request without a payload ends after its headers', () => {
  const url = 'http://a.example/';
  const start = ['host: a.example', 'connection: keep-alive'];
  expect(rawRequest({ method: 'GET', url, headers: {}, payload: null })).toBe(
    ['GET / HTTP/1.1', ...start, '', ''].join('\n'),
  );
  expect(rawRequest({ method: 'PUT', url, headers: {}, payload: null })).toBe(
    ['PUT / HTTP/1.1', ...start, 'content-length: 0', '', ''].join('\n'),
  );
});

test('the length of a payload with a masked secret is not shown', () => {
  const raw = rawRequest({ method: 'POST', url: 'http://a.example/', headers: {}, payload: '"********"' });
  expect(raw).not.toContain('content-length');
});

test('a response is shown as received: order, case and repetitions', () => {
  const head: CallResponse['head'] = {
    statusLine: 'HTTP/1.1 404 Nothing Here',
    headers: [
      ['X-One', '1'],
      ['X-One', '2'],
      ['Set-Cookie', 'a=1'],
    ],
  };
  expect(rawResponse({ ...response, head })).toBe(
    'HTTP/1.1 404 Nothing Here\nX-One: 1\nX-One: 2\nSet-Cookie: ********\n\ngone',
  );
});

test('a response whose head was not kept gets the standard reason phrase', () => {
  expect(rawResponse(response)).toBe('HTTP/1.1 404 Not Found\nx-one: 1, 2\n\ngone');
});
