import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const base = 'https://a.example/run?x=1';

test.each([
  ['/new', 'https://a.example/new', true],
  ['https://b.example/', 'https://b.example/', true],
  ['//c.example/d', 'https://c.example/d', true],
  ['mailto:a@b.example', 'mailto:a@b.example', false],
  ['http://[', 'http://[', false],
])('%s points to %s', (location, url, canBeCalled) => {
  expect(redirectTarget({ statusCode: 302, location, base })).toEqual({ url, canBeCalled });
});

test('only an answer of 3xx with a Location points anywhere', () => {
  expect(redirectTarget({ statusCode: 200, location: '/new', base })).toBeNull();
  expect(redirectTarget({ statusCode: 301, location: undefined, base })).toBeNull();
  expect(redirectTarget({ statusCode: null, location: '/new', base })).toBeNull();
});
