import { expect, test } from 'vitest';
import { badgeSvg, badgeWords } from './badge-svg.ts';

test("a badge shows the job's name and state, and no other text", () => {
  const svg = badgeSvg({ name: 'Nightly invoice run', state: 'succeeded' });
  expect(svg.match(/<text[^>]*>([^<]*)<\/text>/g)).toHaveLength(2);
  expect(svg).toContain('aria-label="Nightly invoice run: succeeded"');
});

test('a name cannot break out of the SVG: it is text of at most 40 characters', () => {
  const svg = badgeSvg({
    name: `"/><script>alert(1)</script>&\u0000\u202e${'x'.repeat(200)}`,
    state: 'failed',
  });
  expect(svg).not.toContain('<script');
  expect(svg).not.toMatch(/[\u0000\u202e]/);
  expect(
    Array.from((/<title>([^<]*): failed/.exec(svg)?.[1] ?? '').replace(/&\w+;|&#39;/g, '.')),
  ).toHaveLength(40);
});

test('a name without visible characters reads "job"', () => {
  expect(badgeWords({ name: '\u200b', state: 'late' })).toBe('job: late');
});
