import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { mask } from '#domain/secret-headers.ts';
import { maskHeaders, unmaskHeaders } from './masked-headers.ts';

const stored = { 'X-Api-Key': 'k-1', accept: 'text/plain', Cookie: 'a=b' };

test('values of headers that carry secrets are masked, the others are shown', () => {
  expect(maskHeaders({ headers: stored, isRevealed: false })).toEqual({
    'X-Api-Key': mask,
    accept: 'text/plain',
    Cookie: mask,
  });
  expect(maskHeaders({ headers: stored, isRevealed: true })).toEqual(stored);
});

test('a mask that was left alone keeps the stored value, whatever the case of its name', () => {
  const typed = { 'x-api-key': mask, Cookie: 'new=1' };
  expect(unmaskHeaders({ typed, stored })).toEqual({ 'x-api-key': 'k-1', Cookie: 'new=1' });
});

test('a mask under a name that has no value is refused at the field', () => {
  const refuse = () => unmaskHeaders({ typed: { 'x-other-token': mask }, stored });
  expect(refuse).toThrow(AppError);
});
