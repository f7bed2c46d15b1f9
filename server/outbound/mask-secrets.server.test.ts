import { expect, test } from 'vitest';
import { maskSecrets } from './mask-secrets.server.ts';

const secrets = { 'secret.KEY': 'a/b c+ü', 'secret.EMPTY': '' };

test.each([
  'a/b c+ü',
  'a%2Fb%20c%2B%C3%BC',
  'a%2fb+c%2b%c3%bc',
  'a/b%20c+%C3%BC',
  '%61%2F%62%20%63%2B%C3%BC',
  Buffer.from('a/b c+ü').toString('latin1'),
])('a secret that is written %s is replaced by its name', (written) => {
  const text = maskSecrets({ text: `https://x.example/${written}?k=${written}&n=1`, secrets });
  expect(text).toBe('https://x.example/{{secret.KEY}}?k={{secret.KEY}}&n=1');
});

test('a secret that is part of another leaves nothing of it', () => {
  const nested = { 'secret.A': 'key', 'secret.B': 'key-of-all' };
  expect(maskSecrets({ text: '/key-of-all/key', secrets: nested })).toBe('/{{secret.B}}/{{secret.A}}');
});

test('a text without secrets stays as it is', () => {
  expect(maskSecrets({ text: '/a?b=$1', secrets })).toBe('/a?b=$1');
});
