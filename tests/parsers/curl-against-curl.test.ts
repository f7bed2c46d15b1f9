import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlOptions } from '#domain/paste/curl/curl-option-list.ts';
import { readCurl } from '#domain/paste/curl/curl.ts';
import { fc } from '#tests/property.ts';

// Random command lines are run by curl itself against an echoing server, and read by our parser: method, address,
// headers and body must be the same.

const hasCurl = spawnSync('curl', ['--version']).error === undefined;
const hasBash = spawnSync('bash', ['-c', ':']).error === undefined;
const canRun = hasCurl && hasBash;
if (!canRun)
  console.log('There is no curl or no bash on this machine: what curl sends is not compared with ours.');

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Headers that curl or Punctual sets itself. */
const ofClients = new Set([
  'host',
  'content-length',
  'connection',
  'expect',
  'transfer-encoding',
  'accept-encoding',
  // For a partially sent body; a job has none.
  'content-range',
]);

/** Headers a job sends once: if curl sends two, the last one counts. */
const single = new Set(['authorization', 'content-type', 'user-agent', 'referer']);

let received: Sent[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', rawHeaders } = request;
    const headers: Record<string, string> = {};
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] ?? '').toLowerCase();
      const value = Buffer.from(rawHeaders[at + 1] ?? '', 'latin1').toString();
      const joint = name === 'cookie' ? '; ' : ', ';
      const isJoined = name in headers && !single.has(name);
      headers[name] = isJoined ? `${headers[name] ?? ''}${joint}${value}` : value;
    }
    received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    response.end();
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** The request curl sends for a command line; null if it refuses the command. */
async function sentByCurl(command: string): Promise<Sent | null> {
  received = [];
  await new Promise<void>((resolve) => {
    execFile('bash', ['--norc', '-c', `exec ${command}`], { timeout: 10_000 }, () => resolve());
  });
  return received[0] ?? null;
}

/** The request a job would send by our parser, in the server's format. */
function sentByOurs(command: string): Sent {
  const read = readCurl(command);
  if ('reason' in read) throw new Error(`${command}: ${read.reason}`);
  const { url, method, headers, payload } = read.request;
  const { href, origin: host } = new URL(url);
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    path: href.slice(host.length).replace(/#.*/s, ''),
    headers: Object.fromEntries(names) as Record<string, string>,
    body: payload ?? '',
  };
}

/** Without headers set by clients; `+` and `%20` are both a blank, and URL normalizes the address. */
function comparable({ method, path, headers, body }: Sent, isCurl: boolean): Sent {
  const plain = (text: string) => text.replaceAll('%20', '+');
  const kept = Object.entries(headers).filter(([name, value]) => {
    const isDefault =
      isCurl &&
      ((name === 'user-agent' && value.startsWith('curl/')) || (name === 'accept' && value === '*/*'));
    return !ofClients.has(name) && !isDefault;
  });
  return {
    method,
    path: plain(new URL(path, 'http://x.test').href).replace(/[?&]$/, ''),
    headers: Object.fromEntries(kept),
    body: plain(body),
  };
}

const quoted = (text: string) =>
  fc.constantFrom(
    `'${text.replaceAll("'", `'\\''`)}'`,
    `"${text.replace(/[$`"\\]/g, '\\$&')}"`,
    `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`,
  );
const withValue = (names: readonly string[], values: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...values))
    .chain(([name, value]) =>
      fc
        .tuple(fc.constant(name), quoted(value), fc.boolean())
        .map(([option, word, isTight]) =>
          option.startsWith('--') || !isTight || value === '' ? `${option} ${word}` : `${option}${word}`,
        ),
    );
const options = fc.oneof(
  withValue(
    ['-H', '--header'],
    [
      ...[
        'X-One: 1',
        'x-one: 2',
        'X-Two:3',
        'X-Empty;',
        'Accept: text/html',
        'Accept:',
        'Content-Type: text/plain',
        'Content-Type:',
      ],
      ...[
        'User-Agent: mine',
        'User-Agent:',
        'Authorization: mine',
        'Authorization:',
        'Cookie: mine=1',
        'Referer: https://me.test/',
        'no header',
      ],
    ],
  ),
  withValue(
    ['-d', '--data', '--data-ascii'],
    ['a=1', 'b=2&c=3', '{"a": "é"}', "it's", 'line\nline', 'a&', ''],
  ),
  withValue(
    ['--data-raw', '--data-binary'],
    ['@', 'x@y', 'a=1', 'two\nlines\n'].filter((text) => text !== '@'),
  ),
  withValue(['--data-urlencode'], ['n=a b', '=a&b', "plain !'()*~", 'n=', 'ü=ü', 'a@b=c d']),
  withValue(['--json'], ['{"a":1}', '[', ']', '{}']),
  withValue(['--url-query'], ['q=a b', '+raw=1', 'k', '=v w']),
  withValue(['-u', '--user'], ['ann:secret', 'ann:', 'a:b:c', 'ä:ö']),
  withValue(['-A', '--user-agent'], ['agent/1', 'agent/2']),
  withValue(['-e', '--referer'], ['https://a.test/', 'https://b.test/;auto']),
  withValue(['-b', '--cookie'], ['a=1', 'b=2; c=3', 'd="x y"']),
  withValue(['-r', '--range'], ['0-9', '10-']),
  withValue(['--oauth2-bearer'], ['t0ken', 'other']),
  withValue(['-X', '--request'], ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'GET']),
  withValue(['-m', '--max-time'], ['7', '8.5']),
  withValue(['-o', '--output', '-w', '--write-out', '-c'], ['/dev/null']),
  withValue(['--ciphers', '--connect-timeout', '--keepalive-time', '--speed-time', '--retry-delay'], ['9']),
  fc.constantFrom(
    '-s',
    '-sS',
    '-fsS',
    '--compressed',
    '-i',
    '-v',
    '-L',
    '-k',
    '--no-keepalive',
    '-4',
    '--http1.1',
    '-#',
    '--globoff',
    '-G',
    '-G',
    '--get',
    '--no-progress-meter',
    '--silen',
  ),
);
const addresses = [
  '/',
  '/run',
  '',
  '/run?a=1',
  '/run?',
  '/run?a=1&',
  '/a/../b',
  '/run?x=%20y#end',
  '?z=1',
  '/p;q=1/x,y?a[]=1&b={c}',
];
const scheme = fc.constantFrom('', 'http://', 'HTTP://', 'http://user@', 'http://user:p%40ss@');
const command = fc
  .tuple(
    fc.array(options, { maxLength: 6 }),
    scheme,
    fc.constantFrom(...addresses),
    fc.nat(6),
    fc.constantFrom('', '--url '),
  )
  .chain(([given, start, path, place, flag]) =>
    quoted(`${start}ORIGIN${path}`).map((address) => {
      const words = [...given];
      // curl would take the brackets for a pattern.
      if (/[[{]/.test(path)) words.unshift('-g');
      words.splice(Math.min(place, words.length), 0, flag + address);
      return `curl -sS ${words.join(' ')}`;
    }),
  );

test.skipIf(!canRun)('random commands send what curl itself sends', { timeout: 60_000 }, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(command, async (template) => {
      const text = template.replaceAll('ORIGIN', origin);
      const sent = await sentByCurl(text);
      // A command refused by curl is read as far as possible.
      if (sent === null) return void readCurl(text);
      compared += 1;
      expect({ text, ...comparable(sentByOurs(text), false) }).toEqual({ text, ...comparable(sent, true) });
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(100);
});

test.skipIf(!canRun)("every option of this machine's curl is known, with its letter and its value", () => {
  const { stdout } = spawnSync('curl', ['--help', 'all'], { encoding: 'utf8' });
  const listed = [...stdout.matchAll(/^ (?:-(.), | {4})--(\S+)( <| \[)?/gm)].map(
    ([, short = null, long, value]) => ({ long, short, hasValue: value !== undefined }),
  );
  expect(listed.length).toBeGreaterThan(200);
  const known = new Map(curlOptions.map(({ long, short, hasValue }) => [long, { long, short, hasValue }]));
  expect(listed.map(({ long }) => known.get(long ?? ''))).toEqual(listed);
});
