import { describe, expect, test } from 'vitest';
import { toErrorToast, toScreenToast } from './error-toast.ts';
import { AppError, errorCatalogue, type ErrorType } from './errors.ts';

// The error catalogue of the specification's section 8, line by line.

const serverError = ['Server Error', 'A server error occurred. Please try again later.'] as const;
const typesWithTitle = {
  authentication_error: ['Authentication Error', 'Please log in again to continue.'],
  authorization_error: ['Access Denied', 'You do not have permission to perform this action.'],
  validation_error: ['Validation Error', 'Please check your input and try again.'],
  rate_limit: ['Rate Limit Exceeded', 'Too many requests. Please try again later.'],
  not_found: ['Not Found', 'The requested resource was not found.'],
  database_error: serverError,
  internal_error: serverError,
  external_service_error: serverError,
} as const satisfies Partial<Record<ErrorType, readonly [string, string]>>;

const otherTypes = [
  'method_not_allowed',
  'conflict',
  'precondition_failed',
  'payload_too_large',
  'unsupported_media_type',
  'teapot',
  'toString',
  '',
];

const callFallbacks = [
  'Authentication failed. Please try again.',
  'Failed to load user information',
  'Failed to update profile',
  'Failed to load user statistics',
  'Failed to regenerate API key',
  'Failed to load jobs',
  'Failed to load job #7',
  'Failed to create job',
  'Failed to update job #7',
  'Failed to delete job #7',
  'Failed to load executions for job #7',
  'Failed to update status for job #7',
  'Failed to update job statuses',
  'Failed to delete jobs',
  'Failed to trigger job #7',
  'Failed to load subscription information',
  'Failed to create checkout session',
  'Failed to cancel subscription',
];

const screenToasts = [
  'Failed to load dashboard data. Please try again.',
  'Failed to pause jobs. Please try again.',
  'Failed to activate jobs. Please try again.',
  'Failed to delete jobs. Please try again.',
  'Failed to update job status. Please try again.',
  'Failed to load job details. Please try again.',
  'Failed to filter executions. Please try again.',
  'Failed to filter executions by date range. Please try again.',
  'Failed to load more executions. Please try again.',
  'Failed to trigger job. Please try again.',
  'Failed to delete job. Please try again.',
  'Failed to update job. Please try again.',
  'Failed to load user stats',
  'Failed to start checkout process',
  'Failed to cancel subscription',
  'Failed to resume subscription',
  'Failed to update profile. Please try again.',
  'Failed to regenerate API key. Please try again.',
  'Failed to fetch user data. Please try again later.',
  'Failed to regenerate API key. Please try again later.',
  'Failed to load admin dashboard statistics',
  'Failed to load system logs',
  'Failed to export logs',
];

const own = 'Only this once.';

describe.each(Object.entries(typesWithTitle))('%s', (type, [title, text]) => {
  test.each([
    [own, undefined, own],
    [own, 'Failed to load jobs', own],
    [undefined, undefined, text],
    [undefined, 'Failed to load jobs', text],
    [null, 'Failed to load jobs', text],
    ['', 'Failed to load jobs', text],
  ])('with the message %s and the fallback %s says: %s', (message, fallback, said) => {
    expect(toErrorToast({ type, message, fallback })).toEqual({ title, message: said });
  });
});

describe.each(otherTypes)('any other type: %s', (type) => {
  test.each([
    [own, undefined, own],
    [own, 'Failed to load jobs', own],
    [undefined, 'Failed to load jobs', 'Failed to load jobs'],
    [undefined, undefined, 'An unexpected error occurred.'],
    ['', '', 'An unexpected error occurred.'],
  ])('with the message %s and the fallback %s says: %s', (message, fallback, said) => {
    expect(toErrorToast({ type, message, fallback })).toEqual({ title: 'Error', message: said });
  });
});

test('the catalogue has the specified defaults, and every other type is titled Error', () => {
  for (const [type, { title, text }] of Object.entries(errorCatalogue)) {
    const specified: readonly string[] | undefined = (typesWithTitle as Record<string, readonly string[]>)[
      type
    ];
    if (specified) expect([title, text]).toEqual(specified);
    else expect([type, title]).toEqual([type, 'Error']);
  }
});

test.each(callFallbacks)('without a structured error or its own message a call says: %s', (fallback) => {
  expect(toErrorToast({ type: null, fallback })).toEqual({ title: 'Error', message: fallback });
  // A message without a type is not a structured error.
  expect(toErrorToast({ type: null, message: own, fallback })).toEqual({ title: 'Error', message: fallback });
  expect(toErrorToast({ type: 'conflict', fallback })).toEqual({ title: 'Error', message: fallback });
  expect(toErrorToast({ type: null })).toEqual({ title: 'Error', message: 'An unexpected error occurred.' });
});

describe.each(screenToasts)('the screen toast %s', (screen) => {
  const failures: (AppError | null)[] = [
    null,
    new AppError('internal_error'),
    new AppError('database_error'),
    new AppError('external_service_error', { message: 'Payments are not configured.' }),
  ];
  test.each(failures)('is shown for a server failure: %s', (error) => {
    expect(toScreenToast({ error, screen })).toEqual({ title: 'Error', message: screen });
  });

  test('is replaced by the message of a refusal', () => {
    for (const [name, { status, title, text }] of Object.entries(errorCatalogue)) {
      if (status >= 500) continue;
      const type = name as Exclude<ErrorType, 'rate_limit'>;
      expect(toScreenToast({ error: new AppError(type), screen })).toEqual({ title, message: text });
      const error = new AppError(type, { message: own });
      expect(toScreenToast({ error, screen })).toEqual({ title, message: own });
    }
  });
});

test('without a screen message a server failure is described by its type, a defect by the default message', () => {
  const error = new AppError('external_service_error', { message: own });
  expect(toScreenToast({ error })).toEqual({ title: 'Server Error', message: own });
  expect(toScreenToast({ error: null })).toEqual({ title: serverError[0], message: serverError[1] });
});

test('a validation error with messages for fields only says those', () => {
  const details = { until: 'Pause Until: choose a day and a time.', limit: 10 };
  const error = new AppError('validation_error', { details });
  expect(toScreenToast({ error, screen: 'Failed to update job status. Please try again.' })).toEqual({
    title: 'Validation Error',
    message: 'Pause Until: choose a day and a time.',
  });
  const refused = new AppError('authorization_error', { details: { reason: 'tier' } });
  expect(toScreenToast({ error: refused })).toMatchObject({ title: 'Access Denied' });
  expect(toScreenToast({ error: refused }).message).not.toContain('tier');
});
