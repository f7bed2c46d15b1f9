import { expect, test } from 'vitest';
import { AppError, errorCatalogue, type ErrorType } from './errors.ts';

test.each<[ErrorType, number, string, string]>([
  ['authentication_error', 401, 'Authentication Error', 'Please log in again to continue.'],
  ['authorization_error', 403, 'Access Denied', 'You do not have permission to perform this action.'],
  ['validation_error', 400, 'Validation Error', 'Please check your input and try again.'],
  ['rate_limit', 429, 'Rate Limit Exceeded', 'Too many requests. Please try again later.'],
  ['not_found', 404, 'Not Found', 'The requested resource was not found.'],
  ['database_error', 503, 'Server Error', 'A server error occurred. Please try again later.'],
  ['internal_error', 500, 'Server Error', 'A server error occurred. Please try again later.'],
  ['external_service_error', 502, 'Server Error', 'A server error occurred. Please try again later.'],
])('a %s is a %d titled "%s" that says "%s"', (type, status, title, text) => {
  expect(errorCatalogue[type]).toEqual({ status, title, text });
  const error =
    type === 'rate_limit' ? new AppError(type, { details: { retry_after: 1 } }) : new AppError(type);
  expect(error.message).toBe(text);
});

test('a type outside the specified catalogue is titled Error', () => {
  const beyond = ['method_not_allowed', 'conflict', 'precondition_failed', 'payload_too_large'] as const;
  for (const type of beyond) expect(errorCatalogue[type].title).toBe('Error');
});

test("a given message takes precedence over the catalogue's", () => {
  const error = new AppError('authorization_error', {
    message: 'Your plan allows 10 jobs.',
    details: { limit: 10 },
  });
  expect(error.message).toBe('Your plan allows 10 jobs.');
  expect(error.details).toEqual({ limit: 10 });
});
