import { expect, test } from 'vitest';
import { mask } from '#domain/job/secret-headers.ts';
import { AppError } from '#domain/errors.ts';
import { unmaskHeaders, unmaskRequest } from './unmask-request.ts';

const stored = { 'X-Api-Key': 'k-1', accept: 'text/plain', Cookie: 'a=b' };

test('an unchanged mask keeps the stored value, whatever the case of its name', () => {
  const typed = { 'x-api-key': mask, Cookie: 'new=1' };
  expect(unmaskHeaders({ typed, stored })).toEqual({ 'x-api-key': 'k-1', Cookie: 'new=1' });
});

test('a mask under a name without a stored value is refused at its field', () => {
  const refuse = () => unmaskHeaders({ typed: { 'x-other-token': mask }, stored });
  expect(refuse).toThrow(AppError);
});

test('headers and authentication are unmasked together, and no mask passes without a stored request', () => {
  const auth = { type: 'bearer' as const, token: 't-1' };
  const headers = { 'x-api-key': mask };
  const input = { name: 'Ping', headers, auth: { ...auth, token: mask } };
  expect(unmaskRequest({ input, stored: { headers: stored, auth } })).toEqual({
    ...{ name: 'Ping', headers: { 'x-api-key': 'k-1' }, auth },
  });
  const invalidFields = (given: Partial<typeof input>) => {
    try {
      unmaskRequest({ input: { ...input, ...given }, stored: null });
    } catch (error) {
      return Object.keys((error as AppError).details ?? {});
    }
    return [];
  };
  expect(invalidFields({ auth })).toEqual(['headers']);
  expect(invalidFields({ headers: {} as typeof headers })).toEqual(['auth']);
});
