import { beforeEach, expect, test, vi } from 'vitest';
import { matchPattern } from './match-pattern.server.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

/** A long text of two letters without a period. */
function noise(length: number): string {
  let state = 1;
  const draw = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16;
  return Array.from({ length }, () => (draw() % 2 ? 'a' : 'b')).join('');
}

test.each([
  ['(a+)+$', 'missing'],
  ['(a|aa)+$', 'missing'],
  ['(.*)*x', 'missing'],
  ['^(a|a?)+$', 'missing'],
  ['([a-zA-Z]+)*$', 'found'],
  ['(x+x+)+y', 'missing'],
])('S14 %s, which stalls engines that backtrack, is answered over 64 KiB', async (pattern, match) => {
  expect(await matchPattern({ pattern, text: `${'a'.repeat(64 * 1024 - 1)}!` })).toBe(match);
});

test('a pattern that takes longer than 250 ms is ended, and the next one is still answered', async () => {
  const asked = performance.now();
  const [first, second] = await Promise.all([
    matchPattern({ pattern: '(a|b)*a(a|b){900}[cd]', text: noise(64 * 1024) }),
    matchPattern({ pattern: 'ab!', text: 'ab!' }),
  ]);
  expect(first).toBe('timeout');
  expect(second).toBe('found');
  expect(performance.now() - asked).toBeLessThan(3_000);
});

test('patterns asked for at once are answered each by its own body', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      matchPattern({ pattern: `^n${n}$`, text: n % 2 ? `n${n}` : 'other' }),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => (n % 2 ? 'found' : 'missing')));
});
