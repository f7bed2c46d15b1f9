import { expect, test } from 'vitest';
import { pasteIntoForm } from './paste-into-form.ts';

function paste(
  text: string,
  before: Record<string, string> = { name: '', timezone: 'UTC', retryCount: '3' },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(before)) form.append(name, value);
  return pasteIntoForm({ form, text });
}

test('a command fills the fields it names and leaves the rest', () => {
  const { values, report } = paste(`curl -X PUT https://x.test -H 'a: 1' -d x -m 20 -k`, {
    ...{ name: 'Mine', timezone: 'Europe/Paris', timeout: '30', retryCount: '3' },
  });
  expect(values).toMatchObject({
    ...{ name: 'Mine', timezone: 'Europe/Paris', retryCount: '3', timeout: '20' },
    ...{ webhookURL: 'https://x.test', httpMethod: 'PUT', payload: 'x', type: 'webhook' },
  });
  expect(report).toEqual({
    reason: null,
    taken: ['URL', 'method PUT', '2 headers', 'payload', 'timeout 20 s'],
    left: [{ what: '-k', why: 'Certificates are always checked.' }],
    crontab: null,
  });
});

test('the retries of a command become those of the form', () => {
  const { values, report } = paste('curl --retry 5 --retry-delay 30 --retry-max-time 100 https://x.test', {});
  expect(values).toMatchObject({
    ...{ retryCount: '3', retryDelays: '{"kind":"fixed","seconds":30,"jitter":false}' },
  });
  expect(report.taken).toEqual(['URL', 'method GET', '3 retries', 'retry delay 30s']);
  expect(report.left.map(({ what }) => what)).toEqual(['--retry-max-time 100']);
});

test('Basic and Bearer authentication fill their fields, any other stays a header', () => {
  const authOf = (command: string) => {
    const { values } = paste(command);
    return [values.auth, values.headers];
  };
  expect(authOf(`curl -u 'ann:p:w' https://x.test`)).toEqual([
    '{"type":"basic","username":"ann","password":"p:w"}',
    '',
  ]);
  expect(authOf(`curl -H 'Authorization: bearer abc.d' https://x.test`)).toEqual([
    '{"type":"bearer","token":"abc.d"}',
    '',
  ]);
  expect(authOf(`curl -H 'Authorization: Digest a="b"' https://x.test`)[0]).toBe('');
  expect(authOf(`curl -H 'Authorization: Basic %%%' https://x.test`)[0]).toBe('');
  expect(paste(`curl -u 'ann:pw' https://x.test`).report.taken).toContain('Basic authentication');
});

test('headers that only a browser sends are left out and named', () => {
  const { values, report } = paste(
    `curl https://x.test -H 'sec-fetch-mode: cors' -H 'accept-language: de' -H 'priority: u=1' -H 'x-a: 1' ` +
      `-H 'user-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'`,
  );
  expect(JSON.parse(values.headers ?? '')).toEqual({ 'x-a': '1' });
  expect(report.left).toEqual([
    { what: 'sec-fetch-mode, accept-language, priority, user-agent', why: 'Only browsers send this.' },
  ]);
  expect(JSON.parse(paste(`curl -A Mozilla/5.0 https://x.test`).values.headers ?? '')).toEqual({
    'user-agent': 'Mozilla/5.0',
  });
});

test('page and cache headers are left out together with browser headers, and kept without them', () => {
  const page = `-H 'origin: https://x.test' -H 'referer: https://x.test/a' -H 'if-none-match: "1"' -H 'cookie: a=b'`;
  const copied = paste(`curl https://x.test ${page} -H 'sec-fetch-site: same-origin' -H 'dnt: 1'`);
  expect(JSON.parse(copied.values.headers ?? '')).toEqual({ cookie: 'a=b' });
  expect(copied.report.left.map(({ what }) => what)).toEqual([
    'origin, referer, if-none-match, sec-fetch-site, dnt',
  ]);
  expect(
    Object.keys(JSON.parse(paste(`curl https://x.test ${page}`).values.headers ?? '') as object),
  ).toEqual([...['origin', 'referer', 'if-none-match', 'cookie']]);
});

test('credentials in a command are offered as secrets, without their values', () => {
  const { report } = paste(
    `curl -H 'cookie: sid=hidden' -H 'authorization: Bearer hidden' 'https://shop.example/?token=hidden'`,
  );
  expect(report.secrets).toEqual([
    { id: 'auth', label: 'Bearer token', suggestedName: 'SHOP_BEARER_TOKEN' },
    { id: 'header cookie', label: 'cookie header', suggestedName: 'SHOP_COOKIE' },
    { id: 'query token', label: 'token in the URL', suggestedName: 'SHOP_TOKEN' },
  ]);
  expect(JSON.stringify(report)).not.toContain('hidden');
  expect(paste('curl https://shop.example/').report).not.toHaveProperty('secrets');
});

test('a crontab line fills in schedule, zone and comment', () => {
  const { values, report } = paste(
    'CRON_TZ=Europe/Paris\n# Nightly\n30 2 * * * curl -fsS https://x.test --retry 1 >/dev/null',
  );
  expect(values).toMatchObject({
    ...{ mode: 'cron', cronExpression: '30 2 * * *', minute: '30', hour: '2' },
    ...{ timezone: 'Europe/Paris', name: 'Nightly', webhookURL: 'https://x.test', retryCount: '1' },
  });
  expect(report.taken).toEqual([
    'schedule 30 2 * * *',
    'time zone Europe/Paris',
    'URL',
    'method GET',
    '1 retry',
  ]);
  expect(report.left).toEqual([]);
});

test('a line without a zone keeps the chosen one and says so', () => {
  const { values, report } = paste('0 0 * * * curl https://x.test', { name: 'Mine', timezone: 'Asia/Tokyo' });
  expect(values).toMatchObject({ name: 'Mine', timezone: 'Asia/Tokyo' });
  expect(report.left.map(({ what }) => what)).toEqual(['time zone']);
});

test('several lines, or unreadable text, leave the form unchanged', () => {
  const before = { name: 'Mine' };
  const lines = '# Two\n0 0 * * * curl https://x.test\n0 1 * * * curl https://y.test';
  const several = paste(`\n${lines}\n`, before);
  expect(several.values).toEqual(before);
  expect(several.report).toMatchObject({
    reason: 'These are 2 jobs. Import makes several at once, after a preview.',
    crontab: lines,
  });
  expect(paste('hello', before)).toMatchObject({ values: before, report: { crontab: null } });
  expect(paste('@reboot curl https://x.test', before).report.reason).toContain('@reboot can');
});

test('an unreadable command is distinguished from ordinary text', () => {
  for (const text of ['irm https://x.test', 'curl ^"https://x.test^"', "curl 'https://x.test", 'fetch(url)'])
    expect(paste(text).report).toMatchObject({ isCommand: true, taken: [] });
  for (const text of ['https://x.test/curl', '@reboot curl https://x.test', '0 0 * * *'])
    expect(paste(text).report.isCommand).toBeUndefined();
});

test('reads a command of 64 KiB, refuses a longer one by its size in bytes', () => {
  const command = (bytes: number, letter = 'x') => {
    const start = "curl https://x.test -d '";
    return `${start}${letter.repeat((bytes - start.length - 1) / new TextEncoder().encode(letter).length)}'`;
  };
  expect(paste(command(65_536), {}).report.reason).toBeNull();
  for (const text of [command(65_537), command(65_539, 'ä'), 'x'.repeat(1_000_000)]) {
    const { values, report } = paste(text, { name: 'Mine' });
    expect(values).toEqual({ name: 'Mine' });
    expect(report.reason).toContain('at most 65,536 bytes');
  }
});
