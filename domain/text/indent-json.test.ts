import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { deepestIndented, indentJson, longestIndented } from './indent-json.ts';

test('JSON within the limits is indented as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (json, blank) => {
      const spaced = json.replaceAll(/^|$/g, blank);
      expect(indentJson(spaced)).toBe(JSON.stringify(JSON.parse(json), null, 2));
    }),
    { numRuns: 1_000 },
  );
});

test('only white space changes: numbers, keys and escapes are kept as written', () => {
  const json = '{"id":12345678901234567890,"a":1.0,"a":2e3,"2":"\\u00e9\\"{,","1":[ ],"__proto__":{}}';
  expect(indentJson(json)).toBe(
    [
      '{',
      '  "id": 12345678901234567890,',
      '  "a": 1.0,',
      '  "a": 2e3,',
      '  "2": "\\u00e9\\"{,",',
      '  "1": [],',
      '  "__proto__": {}',
      '}',
    ].join('\n'),
  );
});

test.each(['', 'plain text', '{"a":', '{{now}}', '[1,]', "{'a':1}", '\ud800', 'NaN'])(
  '%j is not JSON and is unchanged',
  (text) => {
    expect(indentJson(text)).toBe(text);
  },
);

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('JSON of 64 levels is indented, of 65 levels unchanged', () => {
  expect(indentJson(nested(deepestIndented))).toContain('\n');
  expect(indentJson(nested(deepestIndented + 1))).toBe(nested(deepestIndented + 1));
});

test.each([
  ['4 KB of brackets', nested(2_000)],
  ['128 KiB of brackets, deeper than any stack', nested(65_536)],
  ['a wide list at the deepest level', `${'['.repeat(64)}${'1,'.repeat(40_000)}1${']'.repeat(64)}`],
  ['a text that is too long already', JSON.stringify(['x'.repeat(longestIndented)])],
])('%s never grows beyond the limit', (_, json) => {
  expect(indentJson(json)).toBe(json);
});

test('the longest indented text has 256 Ki characters', () => {
  const of = (length: number) => `["${'x'.repeat(length)}"]`;
  // `[`, a line break and two spaces, two quotes, a line break and `]`
  const most = longestIndented - 8;
  expect(indentJson(of(most - 1)).length).toBeLessThanOrEqual(longestIndented);
  expect(indentJson(of(most - 1))).toContain('\n');
  expect(indentJson(of(most + 1))).toBe(of(most + 1));
});
