import { expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';
import { expectedError } from './expected-error.server.ts';

vi.mock('#server/security-log/record-dependency-down.server.ts', () => ({ recordDependencyDown: vi.fn() }));

const coded = (code: string) => Object.assign(new Error('of the database'), { code });

test.each([
  ['a connection that is refused', coded('ECONNREFUSED'), true],
  ['a connection that breaks', coded('08006'), true],
  ['a database that shuts down', coded('57P01'), true],
  ['a database that does not respond', new Error('Connection terminated due to connection timeout'), true],
  ['a statement over its time', coded('57014'), false],
  ['too many connections', coded('53300'), false],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), false],
  ['a transaction over its time', new Error('Query on an expired transaction'), false],
])('%s is a database_error; the database counts as down: %s', (_what, error, isDown) => {
  vi.mocked(recordDependencyDown).mockClear();
  const found = expectedError(new Error('outer', { cause: error }));
  expect(found?.type).toBe('database_error');
  expect(vi.mocked(recordDependencyDown).mock.calls).toEqual(isDown ? [['database']] : []);
});

test('returns an expected error itself, and null for a defect', () => {
  const error = new AppError('not_found');
  expect(expectedError(error)).toBe(error);
  expect(expectedError(new TypeError('x is not a function'))).toBeNull();
});
