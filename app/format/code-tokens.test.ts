import { expect, test } from 'vitest';
import { codeTokens, languageOf, type CodeLanguage } from './code-tokens.ts';

const shown = (code: string, language: CodeLanguage = 'json') =>
  codeTokens({ code, language })
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

test('keys, strings, numbers and variables of JSON are colored', () => {
  expect(shown('{\n  "until": "at {{now}}",\n  "dry" : false, "n": [-1.5e3, null, {{attempt}}]\n}')).toEqual([
    'key "until"',
    'string "at ',
    'variable {{now}}',
    'string "',
    'key "dry"',
    'number false',
    'key "n"',
    'number -1.5e3',
    'number null',
    'variable {{attempt}}',
  ]);
});

test('header names and the options and strings of a command are colored', () => {
  expect(shown('x-api-key: {{secret.KEY}}\naccept: a:b', 'headers')).toEqual([
    'key x-api-key',
    'variable {{secret.KEY}}',
    'key accept',
  ]);
  expect(shown(`curl -X POST 'https://a.example/x' \\\n  --data '{"a": 1}'`, 'shell')).toEqual([
    'key -X',
    `string 'https://a.example/x'`,
    'key --data',
    `string '{"a": 1}'`,
  ]);
});

test('keywords, strings and numbers of a program are colored', () => {
  expect(shown(`const a = await fetch('https://a.example/x', { n: 12, on: true });`, 'program')).toEqual([
    'key const',
    'key await',
    `string 'https://a.example/x'`,
    'number 12',
    'number true',
  ]);
  expect(shown('from json import load\nrequest = Request("it\\"s", None)', 'program')).toEqual([
    'key from',
    'key import',
    'string "it\\"s"',
    'number None',
  ]);
});

test.each(['', '{"a": "cut of', '[1, 2', '{"a\\":', `{"long": "${'x'.repeat(30_000)}"}`, '"', '{{', 'plain'])(
  'no character of %.20j is lost or added',
  (code) => {
    for (const language of ['json', 'headers', 'shell', 'text'] as const) {
      expect(
        codeTokens({ code, language })
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
    }
  },
);

test('a long text has a bounded number of tokens', () => {
  expect(codeTokens({ code: JSON.stringify(Array(30_000).fill(1)), language: 'json' }).length).toBeLessThan(
    10_002,
  );
});

test('a text that begins with a variable is not JSON', () => {
  expect(languageOf(' {"a": 1}')).toBe('json');
  expect(languageOf('[1]')).toBe('json');
  expect(languageOf('{{now}} is the time')).toBe('text');
  expect(languageOf('<p>{}</p>')).toBe('text');
});
