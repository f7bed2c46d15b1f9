import { expect, test } from 'vitest';
import { mask } from '#domain/job/secret-headers.ts';
import { maskHeaders } from './masked-headers.ts';

const stored = { 'X-Api-Key': 'k-1', accept: 'text/plain', Cookie: 'a=b' };

test('values of secret headers are masked, the others are shown', () => {
  expect(maskHeaders({ headers: stored, isRevealed: false })).toEqual({
    'X-Api-Key': mask,
    accept: 'text/plain',
    Cookie: mask,
  });
  expect(maskHeaders({ headers: stored, isRevealed: true })).toEqual(stored);
});
