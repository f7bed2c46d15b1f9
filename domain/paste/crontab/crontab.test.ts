import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { readCrontab } from './crontab.ts';

function readOne(text: string) {
  const [line, ...more] = readCrontab(text);
  if (!line || more.length > 0) throw new Error('Not one line.');
  return line;
}
function job(text: string) {
  const line = readOne(text);
  if (line.kind === 'refused') throw new Error(line.reason);
  return line;
}

test('a crontab becomes jobs, line by line, with their zones and comments', () => {
  const lines = readCrontab(`SHELL=/bin/bash
CRON_TZ="Europe/Paris"

# Nightly backup
30 2 * * * curl -fsS https://x.test/backup > /dev/null 2>&1
@HOURLY /usr/bin/curl https://x.test/tick
# old

0 5 * * mon-fri https://x.test/report
`);
  expect(lines).toMatchObject([
    { kind: 'refused', line: 1, reason: 'A setting of cron, not a job: nothing runs on your machine.' },
    {
      ...{ kind: 'job', line: 5, cron: '30 2 * * *', timeZone: 'Europe/Paris', comment: 'Nightly backup' },
      command: 'curl -fsS https://x.test/backup > /dev/null 2>&1',
      call: { request: { url: 'https://x.test/backup', method: 'GET' }, left: [] },
    },
    { kind: 'job', line: 6, cron: '0 * * * *', comment: null },
    {
      kind: 'job',
      line: 9,
      cron: '0 5 * * MON-FRI',
      comment: null,
      call: { request: { url: 'https://x.test/report' } },
    },
  ]);
});

test('without CRON_TZ the zone is not set', () => {
  expect(job('* * * * * curl https://x.test').timeZone).toBeNull();
});

const left = ({ call }: ReturnType<typeof job>) => call.left.map(({ what, why }) => `${what}: ${why}`);
const only = 'Only the call is made here.';
const skips = 'Overlap does this: Skip leaves out a run while the previous one is still running.';
const depends = 'It does not run here, so the call no longer depends on it.';
const asked = 'This check does not run here, so the call is made every time.';

test.each([
  ['www-data curl https://x.test', []],
  ['timeout 30 curl https://x.test', []],
  ['nice -n 10 ionice -c3 curl https://x.test', [`nice -n 10: ${only}`, `ionice -c3: ${only}`]],
  ['root flock -n /tmp/l curl https://x.test', [`flock -n /tmp/l: ${skips}`]],
  ['flock -n /tmp/curl -c "curl https://x.test"', [`flock -n /tmp/curl: ${skips}`]],
  [
    'flock -w 5 /tmp/l curl https://x.test',
    ['flock -w 5 /tmp/l: Overlap does this: Queue waits for the previous run.'],
  ],
  ['cd /x && curl https://x.test | logger -t y', [`cd /x: ${only}`, `logger -t y: ${only}`]],
  [
    'curl -fsS https://x.test || echo failed | mail -s cron ops@x.test',
    [`echo failed: ${only}`, 'mail -s cron ops@x.test: Notifications are set on each job.'],
  ],
  [
    '(sleep 30; curl https://x.test) >/dev/null',
    ['sleep 30: Jobs start on the minute, so this wait is left out.'],
  ],
  ['{ curl https://x.test; } 2>&1', []],
  ['curl https://x.test || true; exit 0', []],
  ['true; echo a | curl -d @- https://x.test', []],
  ['su - www-data -c "curl https://x.test"', []],
  ['/bin/sh -c "timeout 9 curl https://x.test"', []],
  ['[ -x /usr/bin/curl ] && curl https://x.test', [`[ -x /usr/bin/curl ]: ${only}`]],
  ['[ -x /usr/bin/curl ] || exit 0; curl https://x.test', [`[ -x /usr/bin/curl ]: ${only}`]],
  ['command -v curl >/dev/null && curl https://x.test', [`command -v curl: ${only}`]],
  ['which curl && curl https://x.test', [`which curl: ${only}`]],
])('everything around the call of %s is named', (command, expected) => {
  const line = job(`0 0 * * * ${command}`);
  expect(line.call.request.url).toBe('https://x.test');
  expect(left(line)).toEqual(expected);
  expect(line.isOptional).toBe(false);
});

test.each([
  ['/home/user/backup.sh && curl https://x.test', [`/home/user/backup.sh: ${depends}`]],
  ['backup.sh; curl https://x.test', [`backup.sh: ${depends}`]],
  ['backup.sh || curl https://x.test', ['backup.sh: It does not run here, so the call is made every time.']],
  ['[ -x /usr/sbin/anacron ] || curl https://x.test', [`[ -x /usr/sbin/anacron ]: ${asked}`]],
  ['if ! [ -x /a ]; then curl https://x.test; fi', [`[ -x /a ]: ${asked}`]],
  ['cd /mnt || curl https://x.test', ['cd /mnt: It does not run here, so the call is made every time.']],
  ['A=$(backup.sh) && curl https://x.test', [`A=$(backup.sh): ${depends}`]],
  ['python3 sleepwatch.py && curl https://x.test', [`python3 sleepwatch.py: ${depends}`]],
  ['[ -f /tmp/on ] && curl https://x.test', [`[ -f /tmp/on ]: ${asked}`]],
  ['if grep -q x /tmp/y; then curl https://x.test; fi', [`grep -q x /tmp/y: ${asked}`]],
  ['mysqldump a | gzip > /x && curl https://x.test', [`mysqldump a: ${depends}`, `gzip: ${depends}`]],
  [
    'for i in 0 30; do sleep $i; curl https://x.test; done',
    [
      'for i in 0 30: A job makes one call per run, so the loop is left out.',
      'sleep $i: Jobs start on the minute, so this wait is left out.',
    ],
  ],
  [
    'mysqldump a | curl -T - https://x.test',
    [
      "-T -: The command's input is not known here. Enter it as the payload in the form.",
      'mysqldump a: It does not run here, so its output is not sent.',
    ],
  ],
  ['sh -c "backup.sh && curl https://x.test"', [`backup.sh: ${depends}`]],
])('a call that depends on %s is imported only if chosen', (command, expected) => {
  const line = job(`0 0 * * * ${command}`);
  expect(left(line)).toEqual(expected);
  expect(line).toMatchObject({ isOptional: true, offer: null });
});

test.each([
  'nice -n 10 git clone https://x.test/y',
  'sudo -u www /opt/run.sh https://x.test/y',
  'sudo /opt/backup.sh curl https://x.test/y',
  'env A=1 backup wget https://x.test/y',
])('%s makes no call itself: another program gets the address', (command) => {
  const [line] = readCrontab(`0 0 * * * ${command}`);
  expect(line).toMatchObject({ kind: 'refused' });
});

test.each([
  ['timeout 60 curl https://x.test', 60],
  ['timeout -k 5 2m curl -m 90 https://x.test', 90],
  ['timeout --signal=KILL 10s curl -m 90 https://x.test', 10],
  ['timeout 1h curl https://x.test', 300],
  ['timeout 0 curl https://x.test', null],
])('%s sets the timeout of the call', (command, seconds) => {
  expect(job(`0 0 * * * ${command}`).call.request.timeoutSeconds).toBe(seconds);
});

test.each([
  ['0 0 1-7 * */7', '0 0 * * SUN#1'],
  ['0 9 */100,1-7 * MON', '0 9 * * MON#1'],
  ['0 9 */31,1-7 * 1', '0 9 * * MON#1'],
])('for %s a crontab means %s, which is offered (D9a)', (cron, offer) => {
  const line = job(`${cron} curl https://x.test`);
  expect(line).toMatchObject({ offer, isOptional: false });
  expect(line.call.left.map(({ why }) => why).join()).toContain(`use ${offer}`);
});

test('days that no expression can name are imported only if chosen', () => {
  expect(job('0 9 */2 * 1 curl https://x.test')).toMatchObject({
    ...{ offer: null, isOptional: true },
    call: { left: [{ what: '0 9 */2 * 1' }] },
  });
});

test.each([
  ['0 9 1-7 * * [ "$(date +\\%u)" = 1 ] && curl https://x.test', '0 9 * * MON#1'],
  ['0 9 8-14 * * test $(date +\\%w) -eq 0 && curl https://x.test', '0 9 * * SUN#2'],
  ['0 9 * * * [ `date +\\%a` = Fri ] && curl https://x.test', '0 9 * * FRI'],
  ['0 9 * * 1 [ $(date +\\%d) -le 7 ] && curl https://x.test', '0 9 * * MON#1'],
  ['0 9 * * * if [ "$(date +\\%u)" = 1 ]; then curl https://x.test; fi', '0 9 * * MON'],
  ['0 9 * * * [ "$(date +\\%u)" = 1 ] || exit 0; curl https://x.test', '0 9 * * MON'],
  ['59 23 28-31 * * [ "$(date -d tomorrow +\\%d)" = 01 ] && curl https://x.test', '59 23 L * *'],
  ['59 23 28-31 * * [ $(date -d "+1 day" +\\%d) -eq 1 ] && curl https://x.test', '59 23 L * *'],
])('the condition of %s means %s', (text, offer) => {
  const line = job(text);
  expect(line).toMatchObject({ offer, isOptional: false });
  expect(line.call.left.find(({ what }) => what.includes('date'))?.why).toBeDefined();
  expect(line.call.left.map(({ why }) => why).join()).toContain(`use ${offer}`);
});

test.each([
  '0 9 1-8 * * [ "$(date +\\%u)" = 1 ] && curl https://x.test',
  '0 9 1-7 * 2 [ "$(date +\\%u)" = 1 ] && curl https://x.test',
  '0 9 * * 1 [ $(date +\\%d) -le 8 ] && curl https://x.test',
  '0 9 1-7 * * [ "$(date +\\%H)" = 1 ] && curl https://x.test',
  // The days on which the call is not made.
  '0 9 * * * [ "$(date +\\%u)" = 1 ] || curl https://x.test',
  '0 9 * * * ! [ "$(date +\\%u)" = 1 ] && curl https://x.test',
  '0 9 * * * [ "$(date +\\%u)" = 1 ] && exit 0; curl https://x.test',
  '0 9 * * * if [ "$(date +\\%u)" = 1 ]; then :; else curl https://x.test; fi',
  '0 9 * * * if [ "$(date +\\%u)" = 1 ]; then exit; fi; curl https://x.test',
  '0 9 * * * until [ "$(date +\\%u)" = 1 ]; do curl https://x.test; done',
  // The condition concerns the wait only.
  '0 9 * * * [ "$(date +\\%u)" = 1 ] && sleep 5; curl https://x.test',
])('%s has a condition that no expression can name', (text) => {
  expect(job(text)).toMatchObject({ offer: null, isOptional: true });
});

test.each([
  ['lynx -source http://x.test/cron.php', 'GET', 'http://x.test/cron.php'],
  ['/usr/bin/lynx -dump -auth=a:b x.test/cron.php > /dev/null', 'GET', 'http://x.test/cron.php'],
  ['w3m -dump https://x.test', 'GET', 'https://x.test'],
  ['fetch -qo /dev/null https://x.test', 'GET', 'https://x.test'],
  ['GET https://x.test > /dev/null', 'GET', 'https://x.test'],
  ['http POST https://x.test a=1 b:=2 X-A:b q==c', 'POST', 'https://x.test?q=c'],
  ['https --ignore-stdin -f POST x.test a=1', 'POST', 'http://x.test'],
  [`php -r 'file_get_contents("https://x.test/p");'`, 'GET', 'https://x.test/p'],
])('%s is a call too', (command, method, url) => {
  expect(job(`0 0 * * * ${command}`).call.request).toMatchObject({ method, url });
});

test('the fields of HTTPie become a payload', () => {
  const { request } = job('0 0 * * * http POST https://x.test a=1 b:=2 X-A:b').call;
  expect(request).toMatchObject({
    payload: '{"a":"1","b":2}',
    headers: { 'X-A': 'b', 'content-type': 'application/json' },
  });
});

test.each([
  [`curl -d @- https://x.test%a=1%b=2`, 'a=1b=2'],
  [`curl --data-binary @- https://x.test%a=1%b=2`, 'a=1\nb=2'],
  [`echo '{"a":1}' | curl -d @- https://x.test`, '{"a":1}'],
  [`printf '\\%b' 'a\\nb' | curl --data-binary @- https://x.test`, 'a\nb'],
])('%s sends what the command reads', (command, payload) => {
  const { request, left } = job(`0 0 * * * ${command}`).call;
  expect([request.payload, left]).toEqual([payload, []]);
});

test('reads a wget call too', () => {
  const line = job(
    '*/10 * * * * wget -q -O - --header="a: 1" --post-data x --no-check-certificate https://x.test >/dev/null',
  );
  expect(line.call.request).toMatchObject({
    ...{ url: 'https://x.test', method: 'POST', payload: 'x' },
    headers: { a: '1', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(line.call.left).toEqual([
    { what: '--no-check-certificate', why: 'Certificates are always checked.' },
  ]);
  expect(job('0 0 * * * wget -qO- -T 900 https://x.test/a').call.request).toMatchObject({
    ...{ url: 'https://x.test/a', method: 'GET', timeoutSeconds: 300 },
  });
});

test('a percent sign ends the command, an escaped one is kept', () => {
  const line = job('0 0 * * * curl https://x.test/a\\%20b%input');
  expect(line.call.request.url).toBe('https://x.test/a%20b');
  expect(line.call.left).toEqual([{ what: '%input', why: 'Input for a command is not sent.' }]);
});

test.each([
  ['@every 5m curl https://x.test', '@every is not a macro of cron. Write */5 * * * * for every 5m.'],
  [
    '@every 7m curl https://x.test',
    '@every is not a macro of cron. Write five fields, such as */5 * * * * for every 5 minutes.',
  ],
  ['0 0 9 * * 1 curl https://x.test', 'Six fields found. Seconds are not supported.'],
  ['#0 5 * * * curl https://x.test', 'This line is commented out: remove the # to import it.'],
  ['TZ=Europe/Paris', 'A setting of the commands, not a job. CRON_TZ moves the schedule, TZ does not.'],
  ['RANDOM_DELAY=45', 'A setting of cron, not a job: jobs start on time, without a delay.'],
  [
    '57 0 * * 0 root if [ -x /usr/share/mdadm/checkarray ] && [ $(date +\\%d) -le 7 ]; then /usr/share/mdadm/checkarray --cron; fi',
    '/usr/share/mdadm/checkarray runs on your machine; a job calls a URL. Put it behind a URL, then call that with curl.',
  ],
  [
    'CRON_TZ=Mars/Olympus 0 9 * * * curl https://x.test',
    'Mars/Olympus is not a time zone. Use a name such as Europe/Paris.',
  ],
  ['@reboot curl https://x.test', "@reboot can't be scheduled: nothing reboots here."],
  ['0 0 31 2 * curl https://x.test', 'Never runs: February has no day 31.'],
  ['0 0 * * *', 'There is no command after the schedule.'],
  ['hello', 'Write five fields and a command, such as 0 * * * * curl https://…'],
  ['0 0 * * * curl -X POST', 'The command has no URL. Paste the whole command.'],
  [
    '0 0 * * * curl https://x.test; curl https://y.test',
    'There are two calls in this line. Create a job for each.',
  ],
  [
    '0 0 * * * /usr/bin/php /var/www/cron.php',
    '/usr/bin/php runs on your machine; a job calls a URL. Put it behind a URL, then call that with curl.',
  ],
  ['MAILTO=ops@x.test', 'A setting of cron, not a job: notifications are set on each job.'],
  ['CRON_TZ=Mars/Olympus', 'Mars/Olympus is not a time zone. Use a name such as Europe/Paris.'],
])('%s is refused with the reason', (text, reason) => {
  expect(readOne(text)).toEqual({ kind: 'refused', line: 1, text, reason });
});

test('an invalid field says what is wrong', () => {
  expect(readOne('99 * * * * curl https://x.test')).toMatchObject({ kind: 'refused' });
});

test("a zone holds until the next one, and an empty one restores the machine's", () => {
  const lines = readCrontab(`0 1 * * * curl https://x.test
CRON_TZ=Europe/Paris
0 2 * * * curl https://x.test
CRON_TZ=Asia/Tokyo 0 3 * * * curl https://x.test
CRON_TZ=
0 4 * * * curl https://x.test
CRON_TZ=Mars/Olympus
0 5 * * * curl https://x.test
CRON_TZ='UTC'
0 6 * * * curl https://x.test`);
  expect(lines.map((line) => [line.line, line.kind === 'job' ? line.timeZone : line.reason])).toEqual([
    [1, null],
    [3, 'Europe/Paris'],
    [4, 'Asia/Tokyo'],
    [6, null],
    [7, 'Mars/Olympus is not a time zone. Use a name such as Europe/Paris.'],
    [8, 'The CRON_TZ above it is wrong. Mars/Olympus is not a time zone. Use a name such as Europe/Paris.'],
    [10, 'UTC'],
  ]);
});

test('TZ is reported as not moving the schedule', () => {
  const [, line] = readCrontab('TZ=Europe/Paris\n0 9 * * * curl https://x.test');
  expect(line).toMatchObject({
    timeZone: null,
    call: {
      left: [
        {
          what: 'TZ=Europe/Paris',
          why: 'It sets the clock of the command. CRON_TZ moves the schedule, TZ does not.',
        },
      ],
    },
  });
});

test.each([
  ['# Nightly\n# Ask Ann first\n# and Bob', 'Nightly', 'Ask Ann first\nand Bob'],
  ['#Ansible: check dirs', 'check dirs', null],
  ['# --- Backups ---', 'Backups', null],
  ['# Edit this file to introduce tasks to be run by cron.\n#\n# m h  dom mon dow   command', null, null],
  ['# Old\n\n# Nightly', 'Nightly', null],
  [
    '# .---------------- minute (0 - 59)\n# |  |  |  |  |\n# *  *  *  *  * user-name command to be executed',
    null,
    null,
  ],
  [
    '# DO NOT EDIT THIS FILE - edit the master and reinstall.\n# (/tmp/crontab.a installed on Mon)',
    null,
    null,
  ],
  ['#', null, null],
  ['# ----------', null, null],
])('the comments %j name the job below', (comments, comment, description) => {
  const lines = readCrontab(`${comments}\n0 3 * * * curl https://x.test`);
  expect(lines).toMatchObject([{ kind: 'job', comment, description }]);
});

test('a commented-out line is reported and names no job', () => {
  expect(
    readCrontab('# Nightly\n# 0 5 * * * curl https://x.test/old\n0 6 * * * curl https://x.test'),
  ).toMatchObject([
    { kind: 'refused', line: 2 },
    { kind: 'job', line: 3, comment: null },
  ]);
});

const piece = fc.constantFrom(
  ...[
    '* * * * * ',
    '0 9 1-7 * */7 ',
    '@daily ',
    '@every 5m ',
    '#',
    '# Nightly ',
    'CRON_TZ=',
    'TZ=UTC',
    'MAILTO=""',
  ],
  ...[
    'Europe/Paris',
    'root ',
    'curl ',
    'wget -O - ',
    'lynx -dump ',
    'http POST ',
    'php -r ',
    'timeout 60 ',
    'flock -n /l ',
  ],
  ...[
    'https://x.test ',
    '| ',
    '&& ',
    '; ',
    '|| ',
    '(',
    ')',
    '{ ',
    '} ',
    'if ',
    'then ',
    'fi ',
    '[ -f x ] ',
    'sh -c ',
  ],
  ...[
    "'",
    '"',
    '`',
    '$(date +\\%F)',
    '%',
    '\\%',
    '\\',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\ud800',
    '\u2028',
    '-d @- ',
    'a=b ',
  ],
);

test('every line of any text is a job, a comment or a zone, or is reported with a reason', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const named = new Map(readCrontab(text).map((line) => [line.line, line]));
      for (const [index, raw] of text.split(/\r?\n/).entries()) {
        const line = named.get(index + 1);
        const isSilent = raw.trim() === '' || raw.trim().startsWith('#') || /^\s*CRON_TZ\s*=/.test(raw);
        if (line?.kind === 'refused') expect(line.reason).toMatch(/[.…]$|to import it\.$/);
        expect([raw, line !== undefined || isSilent]).toEqual([raw, true]);
        if (line) expect(line.text).toBe(raw.trim());
      }
      expect(named.size).toBeLessThanOrEqual(text.split('\n').length);
    }),
    { numRuns: 3_000 },
  );
});
