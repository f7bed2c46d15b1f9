import { expect, test } from 'vitest';
import { patternVariants, textOfVariant } from './pattern-hints.ts';

const textsOf = (pattern: string, criterion: 'body_match' | 'body_fail_match' = 'body_match') =>
  patternVariants({ pattern, criterion }).map((variant) => `${variant.text} ${variant.pattern}`);

test('a pattern between slashes is tried without them, with its flags', () => {
  expect(textsOf('/all good/')[0]).toBe('whole all good');
  expect(textsOf('/all good/gi')[0]).toBe('whole (?i)all good');
  expect(patternVariants({ pattern: '/x/i', criterion: 'body_match' })[0]?.hint).toMatch(
    /begin it with \(\?i\)/,
  );
});

test('a pattern with anchors is tried on trimmed text, by lines, and by lines ending in CR LF', () => {
  expect(textsOf('^OK$')).toEqual([
    'trimmed ^OK$',
    'whole (?m)^OK$',
    'without CR (?m)^OK$',
    'whole (?i)^OK$',
    'trimmed (?im)^OK$',
  ]);
});

test.each(['[^a]b', '\\$5', '\\^', 'plain'])('%s has no anchor', (pattern) => {
  expect(textsOf(pattern)).toEqual([`whole (?i)${pattern}`]);
});

test('doubled backslashes are tried as single ones', () => {
  expect(textsOf('\\\\d+')).toContain('whole \\d+');
});

test('a failure pattern is not tried in another case', () => {
  expect(textsOf('error', 'body_fail_match')).toEqual([]);
  expect(textsOf('/DOWN/', 'body_fail_match')).toEqual(['whole DOWN']);
});

test('a variant searches the text as described', () => {
  expect(textOfVariant({ text: ' a\r\nb\n', variant: 'trimmed' })).toBe('a\r\nb');
  expect(textOfVariant({ text: ' a\r\nb\n', variant: 'without CR' })).toBe(' a\nb\n');
  expect(textOfVariant({ text: ' a\r\nb\n', variant: 'whole' })).toBe(' a\r\nb\n');
});
