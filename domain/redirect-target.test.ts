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

test('only a 3xx response with a Location is a redirect', () => {
  expect(redirectTarget({ statusCode: 200, location: '/new', base })).toBeNull();
  expect(redirectTarget({ statusCode: 301, location: undefined, base })).toBeNull();
  expect(redirectTarget({ statusCode: null, location: '/new', base })).toBeNull();
});

test('a redirect keeps the variables of the called URL', () => {
  const template = 'https://a.example/{{secret.KEY}}/run?t={{ secret.TOKEN }}';
  const at = (location: string) => redirectTarget({ statusCode: 307, location, base, template });
  expect(at('next')).toEqual({ url: 'https://a.example/{{secret.KEY}}/next', canBeCalled: true });
  expect(at('https://b.example/{{secret.KEY}}?t={{secret.TOKEN}}')).toEqual({
    url: 'https://b.example/{{secret.KEY}}?t={{secret.TOKEN}}',
    canBeCalled: true,
  });
});

test('a redirect that names another variable, or contains a masked value, cannot be called', () => {
  for (const location of ['https://b.example/?k={{secret.OTHER}}', 'https://b.example/?k=********']) {
    expect(redirectTarget({ statusCode: 302, location, base, template: base })).toEqual({
      url: location,
      canBeCalled: false,
    });
    expect(redirectTarget({ statusCode: 302, location, base })?.canBeCalled).toBe(false);
  }
  const encoded = 'https://b.example/%7B%7Bsecret.OTHER%7D%7D';
  expect(redirectTarget({ statusCode: 302, location: encoded, base })).toEqual({
    url: encoded,
    canBeCalled: true,
  });
});

test("after redirects a Location is resolved against the last one, not the job's URL", () => {
  const hops = [{ location: 'https://b.example/x/' }, { location: 'https://c.example/y/z' }];
  const template = 'https://a.example/{{secret.KEY}}/run';
  expect(redirectTarget({ statusCode: 302, location: 'next', base, hops, template })).toEqual({
    url: 'https://c.example/y/next',
    canBeCalled: true,
  });
  expect(redirectTarget({ statusCode: 302, location: '/n', base, hops: [], template: base })?.url).toBe(
    'https://a.example/n',
  );
});
