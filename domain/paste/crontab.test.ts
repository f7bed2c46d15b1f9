import { expect, test } from 'vitest';
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
const left = (text: string) => job(text).call.left.map(({ what, why }) => `${what}: ${why}`);

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
    { kind: 'refused', line: 1, reason: 'A setting of cron, no job: nothing runs on your machine.' },
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

test('without CRON_TZ the zone stays open', () => {
  expect(job('* * * * * curl https://x.test').timeZone).toBeNull();
});

test('the users of /etc/crontab and what wraps the call are left', () => {
  const only = 'Only the call is made here.';
  expect(left('0 0 * * * www-data curl https://x.test')).toEqual([`www-data: ${only}`]);
  expect(left('0 0 * * * timeout 30 curl https://x.test')).toEqual([`timeout 30: ${only}`]);
  expect(left('0 0 * * * root flock -n /tmp/l curl https://x.test')).toEqual([
    `root flock -n /tmp/l: ${only}`,
  ]);
  expect(left('0 0 * * * cd /x && curl https://x.test | logger -t y')).toEqual([
    `cd /x: ${only}`,
    `logger -t y: ${only}`,
  ]);
});

test('a line that calls by wget is taken too', () => {
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

test('a percent sign ends the command, a written one is kept', () => {
  const line = job('0 0 * * * curl https://x.test/a\\%20b%input');
  expect(line.call.request.url).toBe('https://x.test/a%20b');
  expect(line.call.left).toEqual([{ what: '%input', why: 'Text for the input of a command is not sent.' }]);
});

test.each([
  ['@reboot curl https://x.test', '@reboot has no instant: there is nothing here that restarts.'],
  ['0 0 31 2 * curl https://x.test', 'Never runs: February has no day 31.'],
  ['0 0 * * *', 'There is no command after the schedule.'],
  ['hello', 'Write five fields and a command, such as 0 * * * * curl https://…'],
  ['0 0 * * * curl -X POST', 'The command names no address. Paste the whole command.'],
  [
    '0 0 * * * curl https://x.test; curl https://y.test',
    'There are two calls in this line. Create a job for each.',
  ],
  [
    '0 0 * * * /usr/bin/php /var/www/cron.php',
    '/usr/bin/php runs on your machine; a job calls a URL. Put it behind one, then call that with curl.',
  ],
  ['MAILTO=ops@x.test', 'A setting of cron, no job: notifications are chosen in each job.'],
  ['CRON_TZ=Mars/Olympus', 'Mars/Olympus is no time zone. Use a name such as Europe/Paris.'],
])('%s is refused with the reason', (text, reason) => {
  expect(readOne(text)).toEqual({ kind: 'refused', line: 1, text, reason });
});

test('a field at fault says what is wrong with it', () => {
  expect(readOne('99 * * * * curl https://x.test')).toMatchObject({ kind: 'refused' });
});
