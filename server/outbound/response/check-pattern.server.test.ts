import { beforeEach, expect, test, vi } from 'vitest';
import { checkPattern } from './check-pattern.server.ts';

// Threads start slowly where other work shares the machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

const syntaxHint = 'Write it in RE2 syntax, without look-around or back-references.';

test.each([
  ['(a', 'missing closing ): `(a`.'],
  ['[z-a]', 'invalid character class range: `z-a`.'],
  ['(?=x)', `invalid or unsupported Perl syntax: \`(?=\`. ${syntaxHint}`],
  ['\\1', `invalid escape sequence: \`\\1\`. ${syntaxHint}`],
])('the error of RE2 about %s is passed on', async (pattern, reason) => {
  const message = `This pattern cannot be used: ${reason}`;
  await expect(checkPattern({ pattern, ownerId: 1 })).rejects.toMatchObject({
    type: 'validation_error',
    details: { successRegex: message },
  });
});

test('a valid RE2 pattern is accepted', async () => {
  await expect(checkPattern({ pattern: '(?i)^ok\\s*$', ownerId: 1 })).resolves.toBeUndefined();
});
