import { expect, test } from 'vitest';
import { calledHost } from './called-host.ts';

test.each([
  ['https://a.example:8443/run', undefined, 'a.example:8443'],
  ['https://a.example/run', null, 'a.example'],
  ['https://a.example/run', [{ location: 'https://b.example/' }], 'b.example'],
  ['https://a.example/', [{ location: 'https://b.example/' }, { location: 'http://[' }], 'http://['],
  ['mailto:ops@example.com', undefined, 'ops@example.com'],
])('a call to %s redirected to %j reaches %s', (url, hops, host) => {
  expect(calledHost({ url, hops })).toBe(host);
});
