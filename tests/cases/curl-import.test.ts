import { expect, test } from 'vitest';
import { testCases } from './cases.ts';
import { paste, pasteCase } from './pasted.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const whole = (part: object) => ({
  ...{ method: 'GET', headers: {}, payload: '', reason: null, left: [] },
  ...part,
});
const own = 'Punctual sets this header itself.';
const only = 'Only the call is made here.';

testCases('curl-import', {
  'curl-import-01': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({ method: 'POST', headers: json, payload: '{"a":"${field}","b":"it\'s ${runMode}"}' }),
    ),
  'curl-import-03': (reported) => expect(pasteCase(reported).payload).toBe('{"text":"Hi! \u{1F680}\n"}'),
  'curl-import-04': (reported) => expect(pasteCase(reported).payload).toBe('{"name":"Zoë café"}'),
  'curl-import-06': (reported) => {
    const { url, payload, headers } = pasteCase(reported);
    expect({ url, payload }).toEqual({ url: 'https://api.example.com/x', payload: 'm=%EF%BF%BD' });
    expect(headers.authorization).toBe(`Basic ${Buffer.from('u:\uFFFD').toString('base64')}`);
  },
  'curl-import-08': (reported) => expect(pasteCase(reported).reason).toMatch(/Windows.*cURL \(bash\)/),
  'curl-import-10': (reported) => expect(pasteCase(reported).reason).toMatch(/Windows.*cURL \(bash\)/),
  'curl-import-11': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({
        url: 'https://api.example.com/x',
        headers: { authorization: 'Bearer key' },
        left: ['-k: Certificates are always checked.'],
      }),
    ),
  'curl-import-12': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({ url: 'http://example.com/', method: 'POST', headers: form, payload: 'Hello=world&foo=baz' }),
    ),
  'curl-import-17': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({ headers: { accept: 'application/json', cookie: 'username=abc; t="x y"' } }),
    ),
  'curl-import-21': (reported) => {
    const { url, left } = pasteCase(reported);
    expect(url).toBe('http://www.example.com/');
    expect(left).toEqual(['www.example.com/: No scheme given, so http:// is used (as the command does).']);
  },
  'curl-import-24': (reported) => {
    const { url, isAddress, left } = pasteCase(reported);
    expect({ url, isAddress }).toEqual({ url: '$SLACK_WEBHOOK', isAddress: false });
    for (const name of ['$SLACK_CHANNEL', '$(cat report.md)', '$SLACK_WEBHOOK'])
      expect(left.filter((one) => one.startsWith(`${name}: The shell fills this in`))).toHaveLength(1);
    expect(left).toContain('$SLACK_WEBHOOK: Only your shell knows this URL. Enter the full URL in the form.');
  },
  'curl-import-25': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({
        ...{ url: 'https://api.example.com/x', method: 'POST', headers: json, payload: '{"a":1}' },
        left: ['“ ” ‘ ’: Typographic quotes are read as plain ones. Check the values.'],
      }),
    ),
  'curl-import-27': (reported) => {
    const call = whole({ url: 'https://example.com/run', headers: { 'x-token': 'abc' } });
    expect(pasteCase(reported)).toMatchObject(call);
  },
  'curl-import-28': (reported) => {
    const { url, isAddress, left } = pasteCase(reported);
    expect({ url, isAddress }).toEqual({ url: '${ES_URL%/}/_cluster/health', isAddress: false });
    expect(left.some((one) => one.startsWith('${ES_URL%/}: The shell fills this in'))).toBe(true);
    expect(left).toContain(`jq .: ${only}`);
  },
  'curl-import-31': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({ url: 'https://example.com/cron.php?token=abc', left: [`job=1: ${only}`] }),
    ),
  'curl-import-38': (reported) =>
    expect(pasteCase(reported)).toMatchObject(
      whole({
        url: 'https://www.example.com/',
        headers: { 'user-agent': 'Mozilla/5.0', cookie: 'ID=' },
        left: [
          '-k: Certificates are always checked.',
          ...['Host', 'Accept-Encoding', 'Connection'].map((name) => `${name}: ${own}`),
        ],
      }),
    ),
});

const post = (payload: string, more: object = {}) =>
  whole({ url: 'https://x.test/run', method: 'POST', headers: form, payload, ...more });
const get = (more: object = {}) => whole({ url: 'https://x.test/run', ...more });
const ofOnly = (what: string) => ({ left: [`${what}: ${only}`] });

test.each([
  // Programs before a call.
  ['sudo curl https://x.test/run', get(ofOnly('sudo'))],
  ['sudo -u www-data curl https://x.test/run', get(ofOnly('sudo -u www-data'))],
  ['FOO=bar curl https://x.test/run', get(ofOnly('FOO=bar'))],
  ['env A=1 B=2 wget -qO- https://x.test/run', get(ofOnly('env A=1 B=2'))],
  ['# curl https://x.test/run', get()],
  ['time curl https://x.test/run', get(ofOnly('time'))],
  ['# Ping the cluster 5 times a day\ncurl https://x.test/run', get()],
  ['# one\n\n# two\n$ curl https://x.test/run', get()],
  ['root@box:~# curl https://x.test/run', get()],
  ['ann@box:~/src$ curl https://x.test/run', get()],
  ['[ann@box src]$ curl https://x.test/run', get()],
  ['(venv) ann@box ~ % curl https://x.test/run', get()],
  ['PS C:\\Users\\ann> curl.exe https://x.test/run', get()],
  ['❯ /usr/local/bin/curl https://x.test/run', get()],
  ['$ curl \\\n> -d a \\\n> https://x.test/run', post('a')],
  ['```bash\ncurl https://x.test/run\n```', get()],
  ['`curl https://x.test/run`', get()],
  [
    'if curl -fsS https://x.test/run; then echo up; fi',
    get({ left: ['if', 'then echo up', 'fi'].map((one) => `${one}: ${only}`) }),
  ],
  ['TOKEN=$(curl -s https://x.test/run | jq -r .t)', get(ofOnly('jq -r .t'))],
  ['bash -c "curl -s https://x.test/run"', get()],
  ['(curl https://x.test/run)', get()],
  ['cd /srv && curl https://x.test/run', get(ofOnly('cd /srv'))],
  [
    'curl https://x.test/run && curl https://y.test',
    get({ left: ['curl https://y.test: A job makes one call. Create another job for this one.'] }),
  ],
  // Standard input.
  [`curl -d @- https://x.test/run <<'EOF'\n{"a":\n"$b"}\nEOF\n`, post('{"a":"$b"}')],
  [`curl --data-binary @- https://x.test/run <<-EOF\n\ta\n\tb\n\tEOF`, post('a\nb\n')],
  [`cat <<EOF | curl --data-binary @- https://x.test/run\na\nEOF`, post('a\n')],
  ['curl --data-binary @- https://x.test/run <<< "a b"', post('a b\n')],
  [`echo '{"a":1}' | curl -d @- https://x.test/run`, post('{"a":1}')],
  [`printf '%s' 'a' | curl --data-urlencode q@- https://x.test/run`, post('q=a')],
  [
    'curl -T - https://x.test/run <<< up',
    whole({ url: 'https://x.test/run', method: 'PUT', payload: 'up\n' }),
  ],
  [
    'cat f | curl -d @- https://x.test/run',
    whole({
      ...{ url: 'https://x.test/run', method: 'POST' },
      left: [
        "-d @-: The command's input is not known here. Enter it as the payload in the form.",
        `cat f: ${only}`,
      ],
    }),
  ],
  // Typographic quotes and dashes.
  [
    'curl —data ‘{“a”: “it”}’ https://x.test/run',
    post('{"a": "it"}', {
      left: [
        '—data: This dash is not a hyphen: --data is used.',
        '“ ” ‘ ’: Typographic quotes are read as plain ones. Check the values.',
      ],
    }),
  ],
  [
    'curl –X POST -d “{\\”a\\”: 1}” https://x.test/run',
    post('{"a": 1}', {
      left: [
        '–X: This dash is not a hyphen: -X is used.',
        '“ ” ‘ ’: Typographic quotes are read as plain ones. Check the values.',
      ],
    }),
  ],
  ["curl -d 'it’s “fine”' https://x.test/run", post('it’s “fine”')],
  ['curl\u00a0-d a https://x.test/run', post('a')],
  // Precedence.
  [
    "curl -H 'Authorization: mine' -u a:b -H 'User-Agent: me' -A you -H 'Cookie: c=1' -b d=2 https://x.test/run",
    get({ headers: { authorization: 'mine', 'user-agent': 'me', cookie: 'c=1' } }),
  ],
  [
    'curl -u a:b -u c:d -A one -A two -e x -e y -m 5 -m 7 https://x.test/run',
    get({ headers: { authorization: 'Basic Yzpk', 'user-agent': 'two', referer: 'y' } }),
  ],
  ['curl -G -d q=1 "https://x.test/run?"', get({ url: 'https://x.test/run?q=1' })],
  ['curl -G -d q=1 "https://x.test/run?a=2&#end"', get({ url: 'https://x.test/run?a=2&q=1#end' })],
  [
    'curl https://ann:p%40ss@x.test/run',
    get({ headers: { authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}` } }),
  ],
  // Options.
  [
    'curl --frobnicate value https://x.test/run',
    get({
      left: [
        '--frobnicate: This option is not known here.',
        'value: This looks like the value of the option before it.',
      ],
    }),
  ],
  [
    'curl --parallel-max 4 --ciphers ECDHE --tlsuser a https://x.test/run',
    get({ left: ['--tlsuser a: Client certificates cannot be sent.'] }),
  ],
  [
    'curl "https://x.test/{run,walk}"',
    get({
      left: [
        'https://x.test/{run,walk}: cURL calls several addresses here; the first one is used. Create a job for each of them.',
      ],
    }),
  ],
  ['curl -g "https://x.test/{run,walk}"', get({ url: 'https://x.test/{run,walk}' })],
  ['curl https://x.test/run?key={{secret.KEY}}', get({ url: 'https://x.test/run?key={{secret.KEY}}' })],
  ["curl --data-urlencode 'key={{secret.KEY}} {x}' https://x.test/run", post('key={{secret.KEY}}%20%7Bx%7D')],
  [
    'curl --proto-default https x.test/run',
    get({ left: ['x.test/run: No scheme given, so https:// is used (as the command does).'] }),
  ],
  [`curl -d '^"' https://x.test/run`, post('^"')],
])('%s', (text, expected) => {
  expect(paste(text)).toMatchObject(expected);
});

test.each([
  ['curl "https://x.test/run" ^\n  -H "a: b"', /Windows/],
  ['curl ^"https://x.test/run^" --data-raw ^"^{^\\^"a^\\^":1^}^"', /Windows/],
  ['curl.exe -H "a: b" `\n  https://x.test/run', /PowerShell/],
  ['curl -Uri "https://x.test/run" -Method POST', /PowerShell/],
  ['irm https://x.test/run', /PowerShell/],
  ['$r = Invoke-RestMethod -Uri "https://x.test/run"', /PowerShell/],
  ["sudo curl 'https://x.test/run", /never closed/],
])('%s is refused and says what to do', (text, reason) => {
  expect(paste(text).reason).toMatch(reason);
});
