import { expect, test } from 'vitest';
import { testCases } from './cases.ts';
import { paste, pasteCase } from './pasted.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
const text = { 'content-type': 'text/plain;charset=UTF-8' };
const other = 'A job makes one call. Create another job for this one.';
const names = (left: readonly string[]) => left.map((one) => one.split(':')[0]);

testCases('fetch-import', {
  'fetch-import-01': (reported) => {
    const { method, payload, headers, left } = pasteCase(reported);
    expect({ method, payload }).toEqual({ method: 'GET', payload: '' });
    expect(headers).toEqual({ accept: '*/*' });
    expect(names(left)).toEqual(['referrer', 'mode', 'credentials', 'sec-ch-ua, priority']);
  },
  'fetch-import-02': (reported) => {
    const { method, payload, headers, left } = pasteCase(reported);
    expect({ method, payload }).toEqual({ method: 'POST', payload: 'log=a&pwd=it%27s' });
    expect(Object.keys(headers)).toEqual(['user-agent', 'content-type']);
    expect(left).toContain(
      'credentials: Cookies of the browser are not sent. Put a cookie header if the target needs one.',
    );
  },
  'fetch-import-03': (reported) =>
    expect(pasteCase(reported)).toMatchObject({
      ...{ method: 'POST', payload: 'grant_type=client_credentials&scope=a+b' },
      headers: { accept: 'application/json', ...form },
    }),
  'fetch-import-04': (reported) =>
    expect(pasteCase(reported)).toMatchObject({
      payload: 'tag=a&tag=b&q=it%27s+%28ok%29%21',
      headers: form,
    }),
  'fetch-import-06': (reported) =>
    expect(pasteCase(reported)).toMatchObject({
      ...{ method: 'POST', left: [], headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ text: 'it\'s "x"', n: 1, list: [true, null], nested: { a: 'é' } }),
    }),
  'fetch-import-07': (reported) => {
    const { reason, url } = pasteCase(reported);
    expect(reason).toContain('`https://example.com/api?from=${start}`');
    expect(url).toBeUndefined();
  },
  'fetch-import-09': (reported) => {
    const { reason, url } = pasteCase(reported);
    expect(reason).toMatch(/PowerShell.*cURL \(bash\).*fetch/);
    expect(url).toBeUndefined();
  },
  'fetch-import-10': (reported) =>
    expect(pasteCase(reported)).toMatchObject({ method: 'DELETE', url: 'https://example.com/new', left: [] }),
});

const one = 'https://x.test/run';
const post = (payload: string, headers: object = text) => ({ url: one, method: 'POST', payload, headers });

test.each([
  // Calls in comments, strings and definitions do not count.
  [`/* fetch("https://old.test") */ fetch("${one}")`, { url: one, left: [] }],
  [`const help = 'use fetch("https://old.test")';\nfetch("${one}")`, { url: one, left: [] }],
  [`const a = /fetch("https://old.test")/;\nfetch("${one}")`, { url: one, left: [] }],
  [`async function fetch(input) { return 1; }\nfetch("${one}")`, { url: one, left: [] }],
  [`export default { async fetch(request) { return fetch("${one}"); } }`, { url: one, left: [] }],
  [`fetch("${one}"); fetch("https://y.test");`, { url: one, left: [`fetch("https://y.test"): ${other}`] }],
  [`fetch(url); fetch("${one}")`, { url: one, left: [`fetch(url): ${other}`] }],
  [
    `await Promise.all([fetch("${one}"), fetch("https://y.test")])`,
    { url: one, left: [`fetch("https://y.test"): ${other}`] },
  ],
  [`$.get("/x"); globalThis.fetch(\n  "${one}" // the job\n)`, { url: one }],
  [`fetch(new Request("${one}", { method: "put", body: "a" }))`, { url: one, method: 'PUT', payload: 'a' }],
  [
    `const res: Response = await fetch("${one}" as string, { method: "POST", body: "a" } satisfies RequestInit);`,
    post('a'),
  ],
  // Bodies of the Fetch Standard.
  [`fetch("${one}", { method: "POST", body: new URLSearchParams("?a=b c&d") })`, post('a=b+c&d=', form)],
  [`fetch("${one}", { method: "POST", body: new URLSearchParams({ a: "ü" }).toString() })`, post('a=%C3%BC')],
  [
    `const p = new URLSearchParams();\np.append("a", "1");\np.append("a", "2");\np.set("b", "x y");\nfetch("${one}", { method: "POST", body: p })`,
    post('a=1&a=2&b=x+y', form),
  ],
  [
    `const data = new FormData();\ndata.append("file", input.files[0]);\nfetch("${one}", { method: "POST", body: data })`,
    {
      url: one,
      payload: '',
      left: [
        'body: FormData file: A form with files (multipart) cannot be sent. Send the fields as URLSearchParams.',
      ],
    },
  ],
  [`fetch("${one}", { method: "POST", body: JSON.stringify({ a: undefined, b: 1 }) })`, post('{"b":1}')],
  [`fetch("${one}", { method: "POST", body: "a=" + encodeURIComponent("b c") })`, post('a=b%20c')],
  // As Postman writes it.
  [
    `const myHeaders = new Headers();
myHeaders.append("Content-Type", "application/json");

const raw = JSON.stringify({
  "a": 1
});

const requestOptions = {
  method: "POST",
  headers: myHeaders,
  body: raw,
  redirect: "follow"
};

fetch("${one}", requestOptions)
  .then((response) => response.text())
  .catch((error) => console.error(error));`,
    {
      ...post('{"a":1}', { 'content-type': 'application/json' }),
      left: [],
    },
  ],
  [`const host = 'https://x.test';\nconst url = \`\${host}/run\`;\nfetch(url)`, { url: one }],
  [
    `fetch("https://x.test" +\n  "/run", { headers: { Authorization: "Basic " + btoa("a:b") } })`,
    { url: one, headers: { authorization: 'Basic YTpi' } },
  ],
  [`const body = "a";\nconst more = { body };\nfetch("${one}", { method: "POST", ...more })`, post('a')],
])('%s', (source, expected) => {
  expect(paste(source)).toMatchObject(expected);
});

test.each([
  [`const url = "https://a.test"; url += "/b"; fetch(url)`],
  [`let url = "https://a.test"; if (x) url = "https://b.test"; fetch(url)`],
  [`const url = "https://a.test"; const go = (url) => fetch(url)`],
  [`const url = new URL("https://a.test"); url.searchParams.set("a", "b"); fetch(url)`],
  [`const url = url; fetch(url)`],
])('%s is refused: only the program knows the address', (source) => {
  expect(paste(source).reason).toBe('Only the program knows where url leads. Write the address itself.');
});

test.each([['// fetch("https://old.test")'], ['"fetch(1)"'], ['function fetch(a) { }']])(
  '%s is not a call',
  (source) => {
    expect(paste(source).reason).toBe('Paste a cURL command, a fetch() call or crontab lines.');
  },
);
