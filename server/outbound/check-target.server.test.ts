import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { checkPattern } from './check-pattern.server.ts';
import { checkTarget } from './check-target.server.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
});

function refusalOf(check: () => void): AppError {
  try {
    check();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test.each(['http://169.254.169.254/', 'http://[::1]/', 'http://10.0.0.1:3000/'])(
  'saving %s is refused at the field, without the reason',
  (url) => {
    const refusal = refusalOf(() => checkTarget({ url }));
    expect(refusal.type).toBe('validation_error');
    expect(refusal.details).toEqual({
      webhookURL: 'Target not allowed. Enter an address on the public internet.',
    });
    expect(refusal.cause).toBe('address_class');
  },
);

test('a name is not resolved when it is saved', () => {
  expect(() => checkTarget({ url: 'https://does-not-exist.example/' })).not.toThrow();
});

test('a fault of the form says which', () => {
  expect(refusalOf(() => checkTarget({ url: 'https://user:x@example.com/' })).message).toMatch(/user name/);
});

test.each(['(?=a)', '(a)\\1', '(', '[z-a]', 'a{2000}'])(
  'the pattern %s is refused at its field',
  (pattern) => {
    expect(refusalOf(() => checkPattern(pattern)).details).toHaveProperty('successRegex');
  },
);

test.each(['(?:a?){1000}(?:b?){1000}(?:c?){1000}', `(?:${'ab'.repeat(120)}){1000}`])(
  'S14: the pattern %s is refused at its field as too large',
  (pattern) => {
    const refusal = refusalOf(() => checkPattern(pattern));
    expect(refusal).toMatchObject({ type: 'validation_error' });
    expect(refusal.details?.['successRegex']).toContain('too large');
  },
);

test.each(['a{1000}', '(a|b)*a(a|b){900}[cd]'])('the pattern %s is not too large', (pattern) => {
  expect(() => checkPattern(pattern)).not.toThrow();
});

test.each(['ok', '(?i)ok', '^\\d+$', '\\bdone\\b', 'a{1,5}', '(?P<n>x)', '[[:alpha:]]', '\\p{Greek}'])(
  'the pattern %s is RE2 syntax',
  (pattern) => {
    expect(() => checkPattern(pattern)).not.toThrow();
  },
);
