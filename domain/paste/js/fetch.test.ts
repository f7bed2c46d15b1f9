import { expect, test } from 'vitest';
import { readFetch } from './fetch.ts';

function read(text: string) {
  const call = readFetch(text);
  if ('reason' in call) throw new Error(call.reason);
  return call;
}

test('reads a call copied from a browser, and names what concerns the browser only', () => {
  const { request, left } = read(`await fetch("https://api.example.com/v1/run?x=1", {
  "headers": {
    "accept": "application/json",
    "content-type": "application/json",
    "accept-encoding": "gzip"
  },
  "referrer": "https://example.com/",
  "body": "{\\"a\\":\\"\\u00fc\\"}",
  "method": "POST",
  "mode": "cors",
  "credentials": "include"
});`);
  expect(request).toEqual({
    url: 'https://api.example.com/v1/run?x=1',
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    payload: '{"a":"ü"}',
    timeoutSeconds: null,
    retryCount: null,
  });
  expect(left).toEqual([
    { what: 'accept-encoding', why: 'Punctual sets this header itself.' },
    { what: 'referrer', why: 'It concerns the browser only.' },
    { what: 'mode', why: 'It concerns the browser only.' },
    {
      what: 'credentials',
      why: 'Cookies of the browser are not sent. Put a cookie header if the target needs one.',
    },
  ]);
});

test('an object passed to JSON.stringify becomes the text it sends', () => {
  const { request } = read(`
    // the nightly call
    const answer = await fetch('https://x.test', {
      method: 'put', /* whole */
      headers: new Headers({ 'Content-Type': 'application/json' }),
      body: JSON.stringify({ name: 'it\\'s', list: [1, -2.5, true, null,], 'deep': { a: \`b\` } }),
    }).then((one) => one.json());
  `);
  expect(request).toMatchObject({
    url: 'https://x.test',
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    payload: '{"name":"it\'s","list":[1,-2.5,true,null],"deep":{"a":"b"}}',
  });
});

test('names values that only the program knows, and reads the rest', () => {
  const { request, left } = read(
    'fetch("https://x.test", { headers: { a: "1", b: `Bearer ${token}` }, body: data(1, "}"), ...more })',
  );
  expect(request).toMatchObject({ headers: { a: '1' }, payload: null });
  expect(left).toEqual([
    { what: 'b: `Bearer ${token}`', why: 'Only the program knows it. Write it in the form.' },
    { what: 'body: data(1, "}")', why: 'Only the program knows it. Write it in the form.' },
    { what: '...more', why: 'It concerns the browser only.' },
  ]);
});

test.each([
  ['fetch("https://x.test")', { method: 'GET', payload: null, headers: {} }],
  ['fetch(new URL("https://x.test"))', { url: 'https://x.test' }],
  ['fetch("https://x.test", { body: "a" })', { headers: { 'content-type': 'text/plain;charset=UTF-8' } }],
  [
    'fetch("https://x.test", { body: new URLSearchParams({ a: 1, b: "c d" }), method: "POST" })',
    { payload: 'a=1&b=c+d' },
  ],
  ['fetch("https://x.test", { headers: [["a", "b"]] })', { headers: { a: 'b' } }],
])('%s', (text, part) => {
  expect(read(text).request).toMatchObject(part);
});

test.each([
  ['fetch(url)', 'Only the program knows where url leads. Write the address itself.'],
  [
    'fetch(`https://${host}/`)',
    'Only the program knows where `https://${host}/` leads. Write the address itself.',
  ],
  ['get("x")', 'There is no fetch() call here.'],
])('%s is refused with the remedy', (text, reason) => {
  expect(readFetch(text)).toEqual({ reason });
});

test.each([
  'fetch("',
  'fetch("a',
  'fetch("a", {',
  'fetch("a", { b: [',
  'fetch("a", { b: JSON.stringify({',
  'fetch({,',
  'fetch([,]',
])('an unfinished call does not hang: %s', (text) => {
  expect(readFetch(text)).toBeDefined();
});
