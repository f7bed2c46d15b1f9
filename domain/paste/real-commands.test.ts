import { expect, test } from 'vitest';
import type { PastedRequest } from './pasted.ts';
import { readPaste } from './read-paste.ts';

// Commands from manuals, browsers and crontabs, with the expected jobs: worked out from the manual pages of curl(1),
// wget(1) and crontab(5).

const files = 'Files on your machine cannot be read here.';
const certificates = 'Certificates are always checked.';
const direct = 'Calls go straight to the target.';
const only = 'Only the call is made here.';
const multipart = 'A form with files (multipart) cannot be sent. Send the fields with --data.';
const date =
  'The shell fills this in; here it stays as written. Put {{scheduled_for}} for the time of the run, or {{now}} for that of the call.';
const shell = 'The shell fills this in; here it stays as written. Put the value, or {{secret.NAME}}.';
const scheme = 'No scheme given, so http:// is used (as the command does).';
const open = 'Only your shell knows this URL. Enter the full URL in the form.';
const own = 'Punctual sets this header itself.';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

interface Row {
  text: string;
  request: Partial<PastedRequest> & { url: string };
  left?: string[];
}

/** Fields of the row, with the defaults of a bare address. */
function read(text: string) {
  const pasted = readPaste(text);
  if (pasted.kind === 'refused') throw new Error(pasted.reason);
  const line = pasted.kind === 'crontab' ? pasted.lines.find((one) => one.kind === 'job') : null;
  const call = pasted.kind === 'call' ? pasted.call : line?.kind === 'job' ? line.call : null;
  return {
    cron: line?.kind === 'job' ? line.cron : null,
    request: call?.request,
    left: call?.left.map(({ what, why }) => `${what}: ${why}`),
  };
}
const whole = (request: Row['request']) => ({
  ...{ method: 'GET', headers: {}, payload: null, timeoutSeconds: null, retryCount: null },
  ...request,
});

const curl: Row[] = [
  {
    text: `curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello, World!"}' https://hooks.slack.com/services/T0/B0/x`,
    request: {
      url: 'https://hooks.slack.com/services/T0/B0/x',
      method: 'POST',
      headers: { 'Content-type': 'application/json' },
      payload: '{"text":"Hello, World!"}',
    },
  },
  {
    text: `curl -L \\
  -X POST \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer <YOUR-TOKEN>" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  https://api.github.com/repos/OWNER/REPO/dispatches \\
  -d '{"event_type":"on-demand-test","client_payload":{"unit":false}}'`,
    request: {
      url: 'https://api.github.com/repos/OWNER/REPO/dispatches',
      method: 'POST',
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: 'Bearer <YOUR-TOKEN>',
        'X-GitHub-Api-Version': '2022-11-28',
        ...formType,
      },
      payload: '{"event_type":"on-demand-test","client_payload":{"unit":false}}',
      followRedirects: true,
    },
  },
  {
    text: 'curl https://api.stripe.com/v1/charges -u sk_test_1: -d amount=2000 -d currency=usd -d source=tok_visa',
    request: {
      url: 'https://api.stripe.com/v1/charges',
      method: 'POST',
      headers: { authorization: basic('sk_test_1:'), ...formType },
      payload: 'amount=2000&currency=usd&source=tok_visa',
    },
  },
  {
    text: `curl 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json' -X POST \\
--data-urlencode 'To=+15558675310' \\
--data-urlencode 'Body=Hi there & bye' \\
-u AC1:t0ken`,
    request: {
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      method: 'POST',
      headers: { authorization: basic('AC1:t0ken'), ...formType },
      payload: 'To=%2B15558675310&Body=Hi%20there%20%26%20bye',
    },
  },
  {
    text: `curl --request POST --url https://api.sendgrid.com/v3/mail/send --header "Authorization: Bearer $SENDGRID_API_KEY" --header 'Content-Type: application/json' --data '{"personalizations": []}'`,
    request: {
      url: 'https://api.sendgrid.com/v3/mail/send',
      method: 'POST',
      headers: { Authorization: 'Bearer $SENDGRID_API_KEY', 'Content-Type': 'application/json' },
      payload: '{"personalizations": []}',
    },
    left: [`$SENDGRID_API_KEY: ${shell}`],
  },
  {
    text: 'curl -fsS -m 10 --retry 5 -o /dev/null https://hc-ping.com/eb095278-f28d-448d-87fb-7b75c171a6aa',
    request: {
      url: 'https://hc-ping.com/eb095278-f28d-448d-87fb-7b75c171a6aa',
      timeoutSeconds: 10,
      retryCount: 5,
    },
  },
  {
    text: "curl -XGET 'localhost:9200/_cat/indices?v&pretty'",
    request: { url: 'http://localhost:9200/_cat/indices?v&pretty' },
    left: [`localhost:9200/_cat/indices?v&pretty: ${scheme}`],
  },
  {
    text: 'curl -XPUT "http://es.example.com:9200/_snapshot/backup/snap_1?wait_for_completion=true"',
    request: {
      url: 'http://es.example.com:9200/_snapshot/backup/snap_1?wait_for_completion=true',
      method: 'PUT',
    },
  },
  {
    text: 'curl --cacert ca.crt -H "Authorization: Bearer $(cat /run/token)" https://k8s.example.com/api/v1/pods',
    request: {
      url: 'https://k8s.example.com/api/v1/pods',
      headers: { Authorization: 'Bearer $(cat /run/token)' },
    },
    left: [`$(cat /run/token): ${shell}`, `--cacert ca.crt: ${certificates}`],
  },
  {
    text: `curl 'https://api.example.com/graphql' \\
  -H 'accept: */*' \\
  -H 'accept-language: en-US,en;q=0.9' \\
  -H 'content-type: application/json' \\
  -b 'sid=abc%3D; theme=dark' \\
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \\
  --data-raw $'{"query":"{ me { name(is: \\'x\\') } }"}'`,
    request: {
      url: 'https://api.example.com/graphql',
      method: 'POST',
      headers: {
        accept: '*/*',
        'accept-language': 'en-US,en;q=0.9',
        'content-type': 'application/json',
        cookie: 'sid=abc%3D; theme=dark',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
      },
      payload: `{"query":"{ me { name(is: 'x') } }"}`,
    },
  },
  {
    text: `curl 'https://example.com/a' --compressed -X POST -H 'User-Agent: Mozilla/5.0' -H 'Accept-Encoding: gzip, deflate, br' -H 'Connection: keep-alive' --data-raw 'a=1&b=2'`,
    request: {
      url: 'https://example.com/a',
      method: 'POST',
      headers: { 'User-Agent': 'Mozilla/5.0', ...formType },
      payload: 'a=1&b=2',
    },
    left: [`Accept-Encoding: ${own}`, `Connection: ${own}`],
  },
  {
    text: `curl --location --request PATCH 'https://api.example.com/run' --header 'Content-Type: text/plain' --data-raw 'hello\nworld'`,
    request: {
      url: 'https://api.example.com/run',
      method: 'PATCH',
      headers: { 'Content-Type': 'text/plain' },
      payload: 'hello\nworld',
      followRedirects: true,
    },
  },
  {
    text: `curl -d '' https://x.test/touch`,
    request: { url: 'https://x.test/touch', method: 'POST', headers: formType, payload: '' },
  },
  {
    text: 'curl -d @payload.json -H "Content-Type: application/json" https://x.test/run',
    request: {
      url: 'https://x.test/run',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    },
    left: [`-d @payload.json: ${files}`],
  },
  {
    text: 'curl --data-binary @dump.sql https://x.test/import',
    request: { url: 'https://x.test/import', method: 'POST' },
    left: [`--data-binary @dump.sql: ${files}`],
  },
  {
    text: 'curl --json @body.json https://x.test/run',
    request: {
      url: 'https://x.test/run',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    },
    left: [`--json @body.json: ${files}`],
  },
  {
    text: 'curl --data-urlencode msg@note.txt https://x.test/run',
    request: { url: 'https://x.test/run', method: 'POST' },
    left: [`--data-urlencode msg@note.txt: ${files}`],
  },
  {
    text: 'curl -H @headers.txt https://x.test/run',
    request: { url: 'https://x.test/run' },
    left: [`-H @headers.txt: ${files}`],
  },
  {
    text: 'curl -b cookies.txt -c cookies.txt https://x.test/run',
    request: { url: 'https://x.test/run' },
    left: [`-b cookies.txt: ${files}`],
  },
  {
    text: 'curl -K ~/.curlrc https://x.test/run',
    request: { url: 'https://x.test/run' },
    left: [`-K ~/.curlrc: ${files}`],
  },
  {
    text: 'curl -F file=@report.csv -F name=x https://x.test/upload',
    request: { url: 'https://x.test/upload', method: 'POST' },
    left: [`-F file=@report.csv: ${multipart}`, `-F name=x: ${multipart}`],
  },
  {
    text: 'curl -T backup.tgz https://x.test/backup.tgz',
    request: { url: 'https://x.test/backup.tgz', method: 'PUT' },
    left: [`-T backup.tgz: ${files}`],
  },
  {
    text: `curl --json '{"a":1}' https://x.test/run`,
    request: {
      url: 'https://x.test/run',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      payload: '{"a":1}',
    },
  },
  {
    text: `curl --json '{"a":' --json '1}' -X PUT https://x.test/run`,
    request: {
      url: 'https://x.test/run',
      method: 'PUT',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      payload: '{"a":1}',
    },
  },
  {
    text: 'curl -G https://api.example.com/search --data-urlencode "q=cron jobs" -d page=2',
    request: { url: 'https://api.example.com/search?q=cron%20jobs&page=2' },
  },
  {
    text: 'curl --url-query "q=a b" --url-query +raw=1 "https://x.test/s?p=0#end"',
    request: { url: 'https://x.test/s?p=0&q=a%20b&raw=1#end' },
  },
  {
    text: 'curl -I -L https://example.com',
    request: { url: 'https://example.com', method: 'HEAD', followRedirects: true },
  },
  {
    text: `curl -sSf -o /dev/null -w '%{http_code}\\n' https://x.test/up`,
    request: { url: 'https://x.test/up' },
  },
  {
    text: 'curl --max-time 30 --connect-timeout 5 https://x.test',
    request: { url: 'https://x.test', timeoutSeconds: 30 },
    left: ['--connect-timeout 5: One timeout covers the whole exchange.'],
  },
  {
    text: 'curl --retry 20 --retry-delay 3 --retry-all-errors https://x.test',
    request: {
      ...{ url: 'https://x.test', retryCount: 10 },
      retryDelays: { kind: 'fixed', seconds: 3, jitter: false },
    },
    left: ['--retry 20: 10 is used, the maximum.'],
  },
  {
    text: 'curl -x http://proxy:3128 -U me:pw https://x.test',
    request: { url: 'https://x.test' },
    left: [`-x http://proxy:3128: ${direct}`, `-U me:pw: ${direct}`],
  },
  {
    text: 'curl --resolve api.example.com:443:10.0.0.5 https://api.example.com/',
    request: { url: 'https://api.example.com/' },
    left: [`--resolve api.example.com:443:10.0.0.5: ${direct}`],
  },
  {
    text: 'curl --aws-sigv4 aws:amz:eu-west-1:s3 https://bucket.example.com/',
    request: { url: 'https://bucket.example.com/' },
    left: ['--aws-sigv4 aws:amz:eu-west-1:s3: This option is not known here.'],
  },
  {
    text: 'curl -k --cert client.pem --key client.key https://x.test',
    request: { url: 'https://x.test' },
    left: [
      `-k: ${certificates}`,
      '--cert client.pem: Client certificates cannot be sent.',
      '--key client.key: Client certificates cannot be sent.',
    ],
  },
  {
    text: `curl -H 'X-Empty;' -H "X-Note: it's \\"fine\\"" https://x.test`,
    request: { url: 'https://x.test', headers: { 'X-Empty': '', 'X-Note': `it's "fine"` } },
  },
  {
    text: 'curl --oauth2-bearer t0ken -A agent/1.0 -e https://ref.test/ -r 0-499 https://x.test',
    request: {
      url: 'https://x.test',
      headers: {
        authorization: 'Bearer t0ken',
        'user-agent': 'agent/1.0',
        referer: 'https://ref.test/',
        range: 'bytes=0-499',
      },
    },
  },
  {
    text: 'curl -u ann https://x.test',
    request: { url: 'https://x.test', headers: { authorization: basic('ann:') } },
  },
  {
    text: 'curl -d a=1 -X GET https://x.test',
    request: { url: 'https://x.test', headers: formType, payload: 'a=1' },
  },
  {
    text: 'curl "${BASE_URL}/run"',
    request: { url: '${BASE_URL}/run' },
    left: [`\${BASE_URL}: ${shell}`, `\${BASE_URL}/run: ${open}`],
  },
  // Without quotes the shell ends the command at the &.
  { text: 'curl https://x.test/?a=1&b=2', request: { url: 'https://x.test/?a=1' }, left: [`b=2: ${only}`] },
  { text: 'curl https://x.test/run > /dev/null 2>&1 &', request: { url: 'https://x.test/run' } },
  {
    text: 'curl https://x.test/run || echo failed',
    request: { url: 'https://x.test/run' },
    left: [`echo failed: ${only}`],
  },
  { text: '$ /usr/bin/curl -4 --http2 -#O https://x.test/run', request: { url: 'https://x.test/run' } },
  {
    text: 'curl -X post \\\r\n  -H "a: 1" \\\r\n  https://x.test/run',
    request: { url: 'https://x.test/run', method: 'POST', headers: { a: '1' } },
  },
  {
    text: 'curl -XDELETE "https://x.firebaseio.com/users/jack.json?auth=abc"',
    request: { url: 'https://x.firebaseio.com/users/jack.json?auth=abc', method: 'DELETE' },
  },
];

const crontab: (Row & { cron: string })[] = [
  {
    text: '*/5 * * * * curl -fsS -m 10 --retry 5 -o /dev/null https://hc-ping.com/uuid',
    cron: '*/5 * * * *',
    request: { url: 'https://hc-ping.com/uuid', timeoutSeconds: 10, retryCount: 5 },
  },
  {
    text: '0 3 * * * root /usr/bin/curl -s "https://x.test/cron?key=abc" >/dev/null 2>&1',
    cron: '0 3 * * *',
    request: { url: 'https://x.test/cron?key=abc' },
  },
  {
    text: '*/15 * * * * wget -q -O - "https://example.com/wp-cron.php?doing_wp_cron" >/dev/null 2>&1',
    cron: '*/15 * * * *',
    request: { url: 'https://example.com/wp-cron.php?doing_wp_cron' },
  },
  {
    text: '*/10 * * * * wget -O /dev/null -q --limit-rate 100k https://x.test/cron.php',
    cron: '*/10 * * * *',
    request: { url: 'https://x.test/cron.php' },
  },
  {
    text: '0 * * * * wget --spider -q https://x.test/ping',
    cron: '0 * * * *',
    request: { url: 'https://x.test/ping', method: 'HEAD' },
  },
  {
    text: "30 4 1 * * wget -qO- --post-data='a=1&b=2' --header='X-Key: k' https://x.test/run",
    cron: '30 4 1 * *',
    request: {
      url: 'https://x.test/run',
      method: 'POST',
      headers: { 'X-Key': 'k', ...formType },
      payload: 'a=1&b=2',
    },
  },
  {
    text: '0 1 * * * wget --user=ann --password=pw --tries=3 --timeout=20 -qO- https://x.test/run',
    cron: '0 1 * * *',
    request: { url: 'https://x.test/run', headers: { authorization: basic('ann:pw') }, timeoutSeconds: 20 },
    left: ['--tries 3: The retry count is set in the form.'],
  },
  {
    text: '0 1 * * * wget --post-file=body.json -qO- https://x.test/run',
    cron: '0 1 * * *',
    request: { url: 'https://x.test/run', method: 'POST' },
    left: [`--post-file body.json: ${files}`],
  },
  {
    text: '@weekly curl https://x.test/weekly',
    cron: '0 0 * * 0',
    request: { url: 'https://x.test/weekly' },
  },
  { text: '@midnight curl https://x.test/m', cron: '0 0 * * *', request: { url: 'https://x.test/m' } },
  {
    text: '*/5\t*\t*\t*\tmon-fri\tcurl\thttps://x.test/tabs',
    cron: '*/5 * * * MON-FRI',
    request: { url: 'https://x.test/tabs' },
  },
  {
    text: '0 0 * * 1-5 [ -f /tmp/on ] && curl https://x.test/run',
    cron: '0 0 * * 1-5',
    request: { url: 'https://x.test/run' },
    left: ['[ -f /tmp/on ]: This check does not run here, so the call is made every time.'],
  },
  {
    text: '*/5 * * * * flock -n /tmp/x.lock curl -s https://x.test/run',
    cron: '*/5 * * * *',
    request: { url: 'https://x.test/run' },
    left: [
      'flock -n /tmp/x.lock: Overlap does this: Skip leaves out a run while the previous one is still running.',
    ],
  },
  {
    text: '0 5 * * * TOKEN=abc curl -H "X-Token: $TOKEN" https://x.test/run',
    cron: '0 5 * * *',
    request: { url: 'https://x.test/run', headers: { 'X-Token': '$TOKEN' } },
    left: [`$TOKEN: ${shell}`, `TOKEN=abc: ${only}`],
  },
  {
    text: '0 5 * * * curl -d "date=$(date +\\%F)" https://x.test/run',
    cron: '0 5 * * *',
    request: { url: 'https://x.test/run', method: 'POST', headers: formType, payload: 'date=$(date +%F)' },
    left: [`$(date +%F): ${date}`],
  },
  {
    text: '15 10 * * * sleep 30; timeout 30 curl https://x.test/run | logger -t cron',
    cron: '15 10 * * *',
    request: { url: 'https://x.test/run', timeoutSeconds: 30 },
    left: ['sleep 30: Jobs start on the minute, so this wait is left out.', `logger -t cron: ${only}`],
  },
  {
    text: `0 6 * * * root /bin/bash -lc 'cd /srv && curl -X POST "https://x.test/run"'`,
    cron: '0 6 * * *',
    request: { url: 'https://x.test/run', method: 'POST' },
    left: [`cd /srv: ${only}`],
  },
  {
    text: '0 0 * * * http POST https://x.test/run',
    cron: '0 0 * * *',
    request: { url: 'https://x.test/run', method: 'POST' },
  },
  {
    text: '0 6 * * * sh -c "curl -s https://x.test/sh"',
    cron: '0 6 * * *',
    request: { url: 'https://x.test/sh' },
  },
  {
    text: '0 0 * * * curl https://x.test/run # nightly, ask Ann',
    cron: '0 0 * * *',
    request: { url: 'https://x.test/run' },
  },
  {
    text: 'SHELL=/bin/bash\nPATH=/usr/bin:/bin\nMAILTO=""\n\n# Nightly\n30 2 * * * curl https://x.test/run\n',
    cron: '30 2 * * *',
    request: { url: 'https://x.test/run' },
  },
];

test.each(curl)('$text', ({ text, request, left = [] }) => {
  expect(read(text)).toEqual({ cron: null, request: whole(request), left });
});

test.each(crontab)('$text', ({ text, cron, request, left = [] }) => {
  expect(read(text)).toEqual({ cron, request: whole(request), left });
});

test.each([
  ['@reboot curl https://x.test', /@reboot can/],
  ['0 0 0 * * * curl https://x.test', /^Six fields found. Seconds are not supported/],
  ['0 5 * * * cd /var/www && php artisan schedule:run', /^php runs on your machine; a job calls a URL/],
  ['0 5 * * * /usr/bin/python3 /opt/report.py', /^\/usr\/bin\/python3 runs on your machine/],
  ['0 0 * * * curl https://a.test && curl https://b.test', /two calls in this line/],
  ["0 0 * * * curl 'https://a.test", /A quote is opened and never closed/],
  ['curl --data @body.json', /has no URL/],
  ['curl.exe ^"https://x.test^" ^\n  -X POST', /Windows command line/],
])('%s is refused with the reason', (text, reason) => {
  const pasted = readPaste(text);
  expect(pasted.kind === 'refused' ? pasted.reason : pasted).toMatch(reason);
});
