import { expect, test } from 'vitest';
import { claimsOf } from './accounts.ts';

test('a seeded account keeps its subject, whatever the case of its address', () => {
  expect(claimsOf(' Premium@Punctual.TEST ')).toMatchObject({
    sub: 'premium',
    email: 'premium@punctual.test',
  });
});

test('two other addresses have different subjects', () => {
  expect(claimsOf('a@example.test')?.sub).not.toBe(claimsOf('b@example.test')?.sub);
});

test('an invalid address has no account', () => {
  for (const text of ['', 'premium', 'a@b', 'two words@example.test']) expect(claimsOf(text)).toBeUndefined();
});
