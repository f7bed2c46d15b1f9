import { ApplicationFailure, CompleteAsyncError } from '@temporalio/activity';
import { CancelledFailure, DefaultFailureConverter, defaultPayloadConverter } from '@temporalio/common';
import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { shuttingDown } from '#worker/activities/activity-failures.ts';
import { sanitizeFailure } from './sanitize-failure.ts';

const canary = 'canary-7f3a9b1c';

test("S13: Temporal gets an error's name, code and place, but neither its message nor its cause", () => {
  const error = new TypeError(`no column ${canary}\nof ${canary}`, { cause: new Error(canary) });
  const sanitized = sanitizeFailure(Object.assign(error, { code: '42703', detail: canary }));
  const { message, stackTrace, cause, applicationFailureInfo } = new DefaultFailureConverter().errorToFailure(
    sanitized,
    defaultPayloadConverter,
  );
  expect(message).toBe('TypeError 42703');
  expect(applicationFailureInfo).toMatchObject({ type: 'TypeError', nonRetryable: false });
  expect(stackTrace).toContain('sanitize-failure.test');
  expect(cause).toBeUndefined();
  expect(JSON.stringify([message, stackTrace, applicationFailureInfo])).not.toContain(canary);
});

test('our own message is kept, but not its cause', () => {
  const own = new AppError('internal_error', { message: 'expired: error 23514', cause: new Error(canary) });
  const sanitized = sanitizeFailure(own);
  expect(sanitized).toMatchObject({ message: 'expired: error 23514', type: 'AppError' });
  expect(sanitized).toHaveProperty('cause', undefined);
  expect(sanitizeFailure(canary)).toMatchObject({ message: 'unknown', type: 'string' });
});

test.each([
  shuttingDown(),
  ApplicationFailure.create({ type: 'retry_later', nextRetryDelay: 7 }),
  new CancelledFailure('cancelled'),
  new DOMException('The operation was aborted', 'AbortError'),
  // As a failure, it would end the activity of a job that a worker keeps.
  new CompleteAsyncError(),
])('an error made for Temporal, or a cancellation, is unchanged: $name', (failure) => {
  expect(sanitizeFailure(failure)).toBe(failure);
});
