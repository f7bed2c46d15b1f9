import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { base64 } from '#domain/paste/base64.ts';
import { readCurl } from './curl.ts';

function read(text: string) {
  const call = readCurl(text);
  if ('reason' in call) throw new Error(call.reason);
  return call;
}
const request = (text: string) => read(text).request;
const left = (text: string) => read(text).left.map(({ what, why }) => `${what}: ${why}`);

test('an address alone is a GET', () => {
  expect(read('curl https://api.example.com/run')).toEqual({
    request: {
      url: 'https://api.example.com/run',
      method: 'GET',
      headers: {},
      payload: null,
      timeoutSeconds: null,
      retryCount: null,
    },
    left: [],
  });
});

test('reads a command copied from a browser completely', () => {
  const call = request(`curl 'https://api.example.com/v1/run?x=1' \\
  -X 'PUT' \\
  -H 'accept: */*' \\
  -H 'content-type: application/json' \\
  -b 'session=abc; theme=dark' \\
  --data-raw $'{"it\\'s":"\\u00fc"}' \\
  --compressed`);
  expect(call).toMatchObject({
    url: 'https://api.example.com/v1/run?x=1',
    method: 'PUT',
    headers: { accept: '*/*', 'content-type': 'application/json', cookie: 'session=abc; theme=dark' },
    payload: '{"it\'s":"ü"}',
  });
});

test.each([
  ['curl -fsSXDELETE x.test/a', { method: 'DELETE' }],
  ['curl -fsS -d a=1 -d b=2 https://x.test', { method: 'POST', payload: 'a=1&b=2' }],
  ['curl --data=a=1 https://x.test', { method: 'POST', payload: 'a=1' }],
  ['curl -G -d q=1 https://x.test/s?p=0', { method: 'GET', url: 'https://x.test/s?p=0&q=1', payload: null }],
  ['curl -I https://x.test', { method: 'HEAD' }],
  ['curl -m 2.5 --retry 2 https://x.test', { timeoutSeconds: 3, retryCount: 2 }],
  ['curl -u ann:s3cret https://x.test', { headers: { authorization: 'Basic YW5uOnMzY3JldA==' } }],
  [
    'curl -A agent/1 -e https://y.test https://x.test',
    { headers: { 'user-agent': 'agent/1', referer: 'https://y.test' } },
  ],
  ['curl --data-urlencode "q=a b&c" https://x.test', { payload: 'q=a%20b%26c' }],
  ['curl --url https://x.test -o /dev/null -w "%{http_code}"', { url: 'https://x.test' }],
  ['$ curl -- https://x.test', { url: 'https://x.test' }],
])('%s', (text, part) => {
  expect(request(text)).toMatchObject(part);
});

test('the default content types of cURL are set here too', () => {
  expect(request('curl -d a=1 https://x.test').headers).toEqual({
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(request(`curl --json '{}' -H 'Accept: text/plain' https://x.test`).headers).toEqual({
    Accept: 'text/plain',
    'content-type': 'application/json',
  });
});

test.each([
  ['curl x.test', 'x.test: No scheme given, so http:// is used (as the command does).'],
  ['curl -k https://x.test', '-k: Certificates are always checked.'],
  [
    'curl --location-trusted https://x.test',
    '--location-trusted: Credentials are not sent to other origins. Turn on Follow redirects, or enter the final address.',
  ],
  ['curl -d @body.json https://x.test', '-d @body.json: Files on your machine cannot be read here.'],
  [
    'curl -F a=b https://x.test',
    '-F a=b: A form with files (multipart) cannot be sent. Send the fields with --data.',
  ],
  [
    'curl -X PROPFIND https://x.test',
    '-X PROPFIND: A job can use GET, POST, PUT, DELETE, PATCH, HEAD, OPTIONS.',
  ],
  ['curl -H "Host: y.test" https://x.test', 'Host: Punctual sets this header itself.'],
  ['curl -H "Accept:" https://x.test', '-H Accept:: It removes a header that only cURL sends.'],
  [
    'curl https://x.test https://y.test',
    'https://y.test: A job calls one address. Create another job for this one.',
  ],
  [
    'curl https://x.test --next https://y.test',
    '--next: A job makes one call. Create another job for the next one.',
  ],
  ['curl -m 900 https://x.test', '-m 900: 300 is used, the maximum.'],
  ['curl --retry x https://x.test', '--retry x: Write a number from 0 to 10.'],
  ['curl --frobnicate https://x.test', '--frobnicate: This option is not known here.'],
  ['curl https://x.test | jq .', 'jq .: Only the call is made here.'],
])('%s says what is left out and why', (text, reason) => {
  expect(left(text)).toEqual([reason]);
});

test('a value that the shell would fill in is kept as written and named', () => {
  const { request: taken, left: not } = read('curl -H "Authorization: Bearer $TOKEN" https://x.test');
  expect(taken.headers).toEqual({ Authorization: 'Bearer $TOKEN' });
  expect(not).toEqual([
    {
      what: '$TOKEN',
      why: 'The shell fills this in; here it stays as written. Put the value, or {{secret.NAME}}.',
    },
  ]);
});

test.each([
  ['curl -X POST', 'The command has no URL. Paste the whole command.'],
  ["curl 'https://x.test", 'A quote is opened and never closed. Paste the whole command.'],
  [
    'curl ^"https://x.test^" ^\n -H ^"a: b^"',
    'This is written for the Windows command line. Copy it as cURL (bash).',
  ],
])('%s is refused with the remedy', (text, reason) => {
  expect(readCurl(text)).toEqual({ reason });
});

test('the result is a job that can be saved', () => {
  const { url, method, headers, payload } = request(`curl -u a:b --json '{"x":1}' https://x.test/a`);
  const job = { name: 'x', webhookURL: url, httpMethod: method, headers, payload, cronExpression: '@daily' };
  expect(jobInput.safeParse(job).error?.issues).toBeUndefined();
});

test.each(['', 'a', 'ab', 'abc', 'ä€😀'])('base64 of "%s" is the standard one', (text) => {
  expect(base64(text)).toBe(Buffer.from(text).toString('base64'));
});
