import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { checkPattern } from '#server/outbound/response/check-pattern.server.ts';
import { checkTarget } from './check-target.server.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
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
  'saving %s is refused at its field, without the reason',
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

test('an error in the form of a URL says what is wrong', () => {
  expect(refusalOf(() => checkTarget({ url: 'https://user:x@example.com/' })).message).toMatch(/user name/);
});

const refusedPattern = (pattern: string) =>
  checkPattern({ pattern, ownerId: 1 }).then(
    () => expect.fail('Nothing was refused.'),
    (error: unknown) => error as AppError,
  );

test.each(['(?=a)', '(a)\\1', '(', '[z-a]', 'a{2000}'])(
  'the pattern %s is refused at its field',
  async (pattern) => {
    expect((await refusedPattern(pattern)).details).toHaveProperty('successRegex');
  },
);

test.each([
  '(?:a?){1000}(?:b?){1000}(?:c?){1000}',
  `(?:${'ab'.repeat(120)}){1000}`,
  // 28,000 instructions of a large class each: compiling them takes a fifth of a second.
  '\\pL{1000}'.repeat(28),
])('S14: the pattern %s is refused at its field as too large', async (pattern) => {
  const refusal = await refusedPattern(pattern);
  expect(refusal).toMatchObject({ type: 'validation_error' });
  expect(refusal.details?.['successRegex']).toContain('too large');
});

test.each(['a{1000}', '(a|b)*a(a|b){900}[cd]'])('the pattern %s is not too large', async (pattern) => {
  await checkPattern({ pattern, ownerId: 1 });
});

test.each(['ok', '(?i)ok', '^\\d+$', '\\bdone\\b', 'a{1,5}', '(?P<n>x)', '[[:alpha:]]', '\\p{Greek}'])(
  'the pattern %s is valid RE2 syntax',
  async (pattern) => {
    await checkPattern({ pattern, ownerId: 1 });
  },
);
