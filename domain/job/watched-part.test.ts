import { expect, test } from 'vitest';
import { readWatchedPart, valueAtPath } from './watched-part.ts';

const pathOf = (text: string) => {
  const read = readWatchedPart(text);
  return 'path' in read ? read.path : read;
};

test.each([
  ['$.version', ['version']],
  ['$.items[0].id', ['items', 0, 'id']],
  ['$[2][10]', [2, 10]],
  [' $.a-b.ü.$x ', ['a-b', 'ü', '$x']],
  ['$.__proto__', ['__proto__']],
])('%s is a JSON path', (text, path) => {
  expect(pathOf(text)).toEqual(path);
});

test.each([
  '$',
  '$version',
  '$..a',
  '$.',
  '$.a.',
  '$.a[',
  '$.a[]',
  '$.a[-1]',
  '$.a[x]',
  '$.a b',
  '$.a[1234567]',
  '$[*]',
])('%s is no JSON path, and the message says what to write', (text) => {
  expect(readWatchedPart(text)).toEqual({
    message: expect.stringMatching(/\$\.(?:version|items)/) as string,
  });
});

test('a body and a pattern between slashes are told apart', () => {
  expect(readWatchedPart(' body ')).toEqual({ kind: 'body' });
  expect(readWatchedPart(String.raw`/v(\d+)/`)).toEqual({ kind: 'pattern', pattern: String.raw`v(\d+)` });
  expect(readWatchedPart('/a/b/')).toEqual({ kind: 'pattern', pattern: 'a/b' });
});

test.each(['', 'Body', 'version', '/', '//', '/open', 'x/y/'])('“%s” names nothing to watch', (text) => {
  expect(readWatchedPart(text)).toHaveProperty('message');
});

const deep = '['.repeat(50_000) + ']'.repeat(50_000);

test.each([
  ['{"version":"1.2"}', '$.version', { text: '1.2' }],
  ['{"version":7}', '$.version', { text: '7' }],
  ['{"a":{"b":[1,{"c":null}]}}', '$.a.b[1].c', { text: 'null' }],
  ['{"a":{"x":1}}', '$.a', { text: '{"x":1}' }],
  ['[1,2]', '$[1]', { text: '2' }],
  ['[1,2]', '$[2]', { problem: 'no_field' }],
  ['[1,2]', '$.length', { problem: 'no_field' }],
  ['"text"', '$.length', { problem: 'no_field' }],
  ['"text"', '$[0]', { problem: 'no_field' }],
  ['{"0":"a"}', '$[0]', { problem: 'no_field' }],
  ['null', '$.a', { problem: 'no_field' }],
  ['{}', '$.__proto__', { problem: 'no_field' }],
  ['{}', '$.constructor.name', { problem: 'no_field' }],
  ['{"__proto__":{"a":1}}', '$.__proto__.a', { text: '1' }],
  ['', '$.a', { problem: 'not_json' }],
  ['<html>', '$.a', { problem: 'not_json' }],
  ['{"a":1}{"a":2}', '$.a', { problem: 'not_json' }],
  ['{"a":NaN}', '$.a', { problem: 'not_json' }],
  [`{"a":${deep}}`, '$.b', { problem: 'no_field' }],
] as const)('of %.40s the path %s has its value, or says why not', (text, watch, expected) => {
  const path = pathOf(watch);
  expect(valueAtPath({ text, path: Array.isArray(path) ? path : [] })).toEqual(expected);
});
