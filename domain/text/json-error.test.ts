import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { jsonError, jsonErrorBesideVariables } from './json-error.ts';

test.each([
  ['{"a": 1,}', 1, 9, 'A name in double quotes is expected here.'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma or } is expected here.'],
  ["{'a': 1}", 1, 2, 'A name in double quotes is expected here.'],
  ['{"a" 1}', 1, 6, 'A colon is expected here.'],
  ['[1, 2', 1, 6, 'It ends where ] is expected.'],
  ['', 1, 1, 'It ends where a value is expected.'],
  ['{"a": tru}', 1, 7, 'A value is expected here.'],
  ['"a\nb"', 1, 3, 'A text cannot hold a line break or tab.'],
  ['"a', 1, 3, 'A text is opened and never closed.'],
  ['"\\x"', 1, 2, 'This backslash starts no escape that JSON knows.'],
  ['{} x', 1, 4, 'The value has ended before this.'],
  ['[1, }', 1, 5, 'A value is expected here.'],
  ['[1 2]', 1, 4, 'A comma or ] is expected here.'],
  ['{"a": }', 1, 7, 'A value is expected here.'],
  ['{a: 1}', 1, 2, 'A name in double quotes is expected here.'],
  ['{"a": 1]', 1, 8, 'A comma or } is expected here.'],
  ['[1]]', 1, 4, 'The value has ended before this.'],
  ['[01]', 1, 3, 'A comma or ] is expected here.'],
  ['[', 1, 2, 'It ends where a value is expected.'],
  ['{', 1, 2, 'It ends where a name in double quotes is expected.'],
  ['{"a"', 1, 5, 'It ends where a colon is expected.'],
  ['{"a": {{now}}}', 1, 8, 'A name in double quotes is expected here.'],
])('%j: line %i, column %i', (text, line, column, message) => {
  expect(jsonError(text)).toMatchObject({ line, column, message });
});

test('a variable counts as a value, and an error after it has the right position', () => {
  expect(jsonErrorBesideVariables('{"at": {{now}}, "b"}')).toMatchObject({
    column: 20,
    message: 'A colon is expected here.',
  });
});

test.each([
  '{"at": {{now}}, "by": "job {{job_id}}"}',
  ' [] ',
  '-1.5e3',
  '{"a":{"b":[null,true,"\\u00e4\\n"]}}',
])('%s is JSON', (text) => {
  expect(jsonErrorBesideVariables(text)).toBeNull();
});

test('agrees with JSON.parse on any text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '1',
    '-',
    '.',
    'e',
    'true',
    ' ',
    '\n',
    '\\',
    'a',
    '0',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
        fc.json(),
      ),
      (text) => {
        expect(jsonError(text) === null).toBe(isJson(text));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an error gives its offset in the text', () => {
  expect(jsonError('[1,\n 2 3]')?.at).toBe(7);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('an endlessly nested text is an error and exhausts no reader', () => {
  expect(jsonError('['.repeat(250_000))).toMatchObject({
    at: 1_000,
    message: 'It is nested deeper than 1,000 levels.',
  });
  expect(jsonError('['.repeat(1_000) + ']'.repeat(1_000))).toBeNull();
});
