import { expect, test } from 'vitest';
import { mostPastedBytes, readPaste } from './read-paste.ts';

test.each([
  ['curl https://x.test', 'call'],
  ['$ /usr/bin/curl -fsS https://x.test', 'call'],
  ['await fetch("https://x.test")', 'call'],
  ['*/5 * * * * curl https://x.test', 'crontab'],
  ['@daily curl https://x.test', 'crontab'],
  ['# a\n0 0 * * * curl https://x.test\n0 1 * * * curl https://y.test', 'crontab'],
  ['@reboot curl https://x.test', 'refused'],
])('%j is a command: %s', (text, kind) => {
  expect(readPaste(text).kind).toBe(kind);
});

test.each([
  'https://api.example.com/fetch',
  '0 0 * * *',
  '@daily',
  'mailto:ops@x.test',
  'curl',
  'a fetch of data',
])('%j is ordinary text for its field', (text) => {
  expect(readPaste(text)).toEqual({
    kind: 'refused',
    reason: 'Paste a cURL command, a fetch() call or crontab lines.',
  });
});

test('reads a command of 64 KiB, refuses a larger one before reading it', () => {
  const of = (bytes: number) => 'curl https://x.y -d '.padEnd(bytes, 'a');
  expect(readPaste(of(mostPastedBytes))).toMatchObject({ kind: 'call' });
  const refused = { kind: 'refused', reason: expect.stringContaining('larger than 64 KiB') as string };
  expect(readPaste(of(mostPastedBytes + 1))).toEqual(refused);
  // Bytes count, not characters.
  expect(readPaste(`curl https://x.y -d ${'é'.repeat(mostPastedBytes / 2)}`)).toEqual(refused);
});

test.each([
  // Once an endless loop: the bracket closes nothing that is open.
  ['fetch("https://x.y", {)', 'https://x.y', null],
  ['fetch("https://x.y", {body: {]})', 'https://x.y', null],
  // Once threw: no character has this number, a lone surrogate has no percent-encoding, null has no entries.
  ['fetch("https://x.y/\\u{110000}")', 'https://x.y/\ufffd', null],
  ['fetch("https://x.y", {body: "\\ud800"})', 'https://x.y', '\ufffd'],
  ['fetch("https://x.y", {body: "\\ud83d\\ude00"})', 'https://x.y', '😀'],
  ['fetch("https://x.y", {body: new URLSearchParams(null)})', 'https://x.y', null],
  ['fetch("https://x.y", {body: new URLSearchParams({a: {toString: 1}})})', 'https://x.y', null],
  ['fetch("https://x.y", {body: new URLSearchParams([["a", "b"], ["c", 1]])})', 'https://x.y', 'a=b&c=1'],
  [`curl https://x.y --data-urlencode $'a=\\ud800'`, 'https://x.y', 'a=%EF%BF%BD'],
  ['curl https://x.y --data-urlencode a=\ud800', 'https://x.y', 'a=%EF%BF%BD'],
])('%j is read as far as possible', (text, url, payload) => {
  expect(readPaste(text)).toMatchObject({ kind: 'call', call: { request: { url, payload } } });
});

test('nested stringify doubles its text at each level: a text longer than a payload is not built', () => {
  const levels = 60;
  const body = `${'JSON.stringify('.repeat(levels)}"\\""${')'.repeat(levels)}`;
  const read = readPaste(`fetch("https://x.y", {body: ${body}})`);
  expect(read).toMatchObject({ kind: 'call', call: { request: { payload: null } } });
});

test.each([
  ['JSON.stringify({"a":[1,2]}, null, 2)', JSON.stringify({ a: [1, 2] }, null, 2)],
  ['JSON.stringify({"a":[1,2]}, null, 20)', JSON.stringify({ a: [1, 2] }, null, 20)],
  ['JSON.stringify({"a":JSON.stringify("b")})', JSON.stringify({ a: JSON.stringify('b') })],
])('%s sends what JavaScript sends', (body, payload) => {
  expect(readPaste(`fetch("https://x.y", {body: ${body}})`)).toMatchObject({
    call: { request: { payload } },
  });
});

test('names that double their value at each level do not take forever', () => {
  const names = Array.from({ length: 25 }, (_, index) => `const a${index} = [a${index + 1}, a${index + 1}];`);
  const text = `${names.join('\n')}\nconst a25 = "ab";\nfetch("https://x.y", {body: JSON.stringify(a0)})`;
  expect(readPaste(text)).toMatchObject({ kind: 'call', call: { request: { payload: null } } });
});

test('refuses more lines than Import accepts before reading them', () => {
  const lines = (count: number) => '@daily curl x.y\n'.repeat(count);
  expect(readPaste(lines(4_000))).toMatchObject({ kind: 'crontab' });
  expect(readPaste(lines(4_001))).toEqual({
    kind: 'refused',
    reason: 'There are more than 4,000 crontab lines. Split them and import the parts.',
  });
});

test('nesting beyond 64 levels is refused with its reason', () => {
  const of = (depth: number) =>
    `fetch("https://x.y", {body: JSON.stringify(${'['.repeat(depth)}${']'.repeat(depth)})})`;
  expect(readPaste(of(60))).toMatchObject({
    kind: 'call',
    call: { request: { payload: '['.repeat(60) + ']'.repeat(60) } },
  });
  expect(readPaste(of(65))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('64 levels') as string,
  });
  expect(readPaste(of(20_000))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('64 levels') as string,
  });
});

test('an option of fetch named like a property of every object has a reason in words', () => {
  const read = readPaste('fetch("https://x.y", {constructor: 1, "__proto__": 2})');
  expect(read).toMatchObject({
    call: {
      left: [
        { what: 'constructor', why: 'It concerns the browser only.' },
        { what: '__proto__', why: 'It concerns the browser only.' },
      ],
    },
  });
});
