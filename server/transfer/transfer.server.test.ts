import { describe, expect, test } from 'vitest';
import { readWireJob } from '#domain/job/job-wire.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { readDocument } from '#server/transfer/reading/read-document.server.ts';
import { fc } from '#tests/property.ts';
import { transferFormats } from './types.ts';
import { jobWriters } from './write-jobs.server.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // Characters that some programs treat as line ends.
  fc.constantFrom('\u2028', 'a\u2028b', '\u2029x', '\u0085', 'a\r\nb'),
);
const kept = (kind: 'line' | 'text') =>
  text.filter((given) => characterError({ text: given, kind }) === null);
const plain = text.filter((given) => !given.includes('{{'));

const job: fc.Arbitrary<JobInput> = fc
  .record({
    name: kept('line').filter((given) => given.trim() !== ''),
    description: kept('text'),
    webhookURL: fc.constantFrom(
      "https://api.example.com/a?b=c%20d&e='f'",
      'https://example.com:8443/x',
      'mailto:ops@example.com',
    ),
    httpMethod: fc.constantFrom('GET' as const, 'POST' as const, 'DELETE' as const),
    headers: fc.constantFrom(
      null,
      { 'x-note': `it's 100% "fine"\\n` },
      { authorization: 'Bearer abc', accept: '*/*' },
    ),
    payload: fc.option(plain),
    cronExpression: fc.constantFrom(null, '*/5 * * * *', '30 2 * * 1-5', '0 0 L * *', '0 9 * JAN MON#1'),
    timezone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York'),
    timeout: fc.integer({ min: 1, max: 300 }),
    retryCount: fc.integer({ min: 0, max: 10 }),
    lateAfter: fc.option(fc.integer({ min: 1, max: 3_600 })),
    tooLongAfter: fc.option(fc.integer({ min: 1, max: 86_400 })),
    certificateDays: fc.integer({ min: 0, max: 90 }),
    answerWatch: fc.constantFrom(null, 'body', '$.items[0].version', String.raw`/v (\d+)/`),
    status: fc.constantFrom('active' as const, 'paused' as const, 'inactive' as const),
    externalId: fc.option(kept('line').filter((given) => given !== '')),
    tags: fc.array(fc.constantFrom('billing', 'on', '7', 'null', 'a b'), { maxLength: 3 }),
    signing: fc.boolean(),
    followRedirects: fc.boolean(),
    auth: fc.constantFrom(null, { type: 'header', name: 'x-signed-in', value: '0123' }),
    notifyRules: fc.constantFrom(
      null,
      [{ channel: '#money', events: ['failure', 'recovery'], after: 1 }],
      [
        { channel: '12', events: ['missed'], after: 7 },
        { channel: 'on', events: ['paused', 'failure'], after: 1 },
      ],
    ),
    retryDelays: fc.constantFrom(
      null,
      { kind: 'fixed', seconds: 30, jitter: true },
      { kind: 'list', seconds: [1, 60, 86_400], jitter: false },
    ),
  })
  .map((given) => {
    const isMail = given.webhookURL.startsWith('mailto:');
    return jobInput.parse({ ...given, type: isMail ? 'email' : 'webhook' });
  });

const written = ({ jobs, format }: { jobs: JobInput[]; format: (typeof transferFormats)[number] }) => {
  const writer = jobWriters[format];
  return (
    writer.head +
    jobs.map((one, index) => writer.job({ job: one, isFirst: index === 0 })).join('') +
    writer.foot
  );
};

const readBack = (document: string) => {
  const read = readDocument({ text: document, format: null, timeZone: 'UTC' });
  if ('error' in read) throw new Error(JSON.stringify(read.error));
  return read.jobs.map(({ value }) => jobInput.parse(readWireJob(value).fields));
};

describe.each(transferFormats)('%s', (format) => {
  test('reads back what it wrote', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
        expect(readBack(written({ jobs, format }))).toEqual(jobs);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a line changed under its mark', () => {
  const mark = '#punctual {"name":"Ping","webhook_url":"https://x.test","timeout":30,"retry_count":0}';
  const [, exported = ''] = jobWriters.crontab
    .job({
      job: jobInput.parse({
        ...{ name: 'Ping', type: 'webhook', webhookURL: 'https://x.test', cronExpression: '0 9 * * *' },
      }),
      isFirst: true,
    })
    .split('CRON_TZ=UTC\n');
  const line = exported.trim();
  const marked = mark.replace('}', ',"cron_expression":"0 9 * * *"}');
  const under = (text: string) => {
    const read = readDocument({
      text: `${marked}\nCRON_TZ=UTC\n${text}\n`,
      format: 'crontab',
      timeZone: 'UTC',
    });
    if ('error' in read) throw new Error(read.error.message);
    return read;
  };

  test('is imported only if chosen once its call depends on a command', () => {
    const { jobs } = under(line.replace('curl', '/opt/backup.sh && curl'));
    expect(jobs).toMatchObject([{ isOptional: true, hints: [expect.stringContaining('/opt/backup.sh')] }]);
  });

  test('offers the days that a crontab means', () => {
    const { jobs } = under(line.replace('0 9 * * *', '0 9 1-7 * */7'));
    expect(jobs).toMatchObject([{ offer: '0 9 * * SUN#1' }]);
  });

  test.each(['# 0 9 * * * curl https://x.test', '0 9 * * * /opt/backup.sh'])('%s makes no job', (text) => {
    const { jobs, leftOut } = under(text);
    expect(jobs).toEqual([]);
    expect(leftOut).toMatchObject([{ text }]);
  });
});

const error = (document: string) => {
  const read = readDocument({ text: document, format: null, timeZone: 'UTC' });
  return 'error' in read ? read.error : null;
};

test('unreadable JSON and YAML name line and column', () => {
  expect(error('[\n  {"name": "A",}\n]')).toEqual({
    line: 2,
    message: 'This is not JSON. A name in double quotes is expected here. (column 16)',
  });
  expect(error('[{"name": "A"')).toEqual({
    line: 1,
    message: 'This is not JSON. It ends where } is expected. (column 14)',
  });
  expect(error('- name: A\n  cron_expression: */5 * * * *\n')).toMatchObject({
    line: 2,
    message: expect.stringContaining('Put quotes around a value that begins with *') as string,
  });
});

test.each([
  ['- cron: @daily', 'begins with @, such as "@daily". (column 9)'],
  ['- name: a\n  tags: [@a, b]', 'begins with @, such as "@daily".'],
  ['- name: %x', 'begins with %.'],
  ['- name: `x`', 'begins with `.'],
  ['- name: !x y', 'begins with !.'],
  ['- name: |x', 'begins with |.'],
  ['- payload: {{now}}\n  name: a', 'begins with {{, such as "{{now}}".'],
  ['- payload: {{now}}/x\n  name: a', 'begins with {{, such as "{{now}}".'],
  ['- headers: {a: {{secret.X}}}', 'begins with {{, such as "{{now}}".'],
  ['- name: a: b', 'contains a colon and a space.'],
  ['- name: a\n\tcron: "@daily"', 'Indent with spaces: YAML takes no tabs.'],
])('YAML reads %j differently and says what to write', (document, hint) => {
  expect(error(document)?.message).toContain(hint);
  expect(error(document)?.line).toBeGreaterThan(0);
});

const yamlJob = (document: string) => {
  const read = readDocument({ text: document, format: 'yaml', timeZone: 'UTC' });
  if ('error' in read) throw new Error(read.error.message);
  return read.jobs[0]?.value;
};

test.each([
  '007',
  '1e3',
  '1.10',
  '0x1F',
  '0o17',
  'true',
  'False',
  '.inf',
  '.NaN',
  '+1',
  '12345678901234567890',
  'no',
  'on',
  '2001-01-01',
])('%s is kept as written where a text is expected', (scalar) => {
  const fields = 'name externalId description cron webhook_url payload status accepted_statuses';
  for (const field of fields.split(' ')) {
    expect(yamlJob(`- {${field}: ${scalar}}`)).toEqual({ [field]: scalar });
    expect(yamlJob(`jobs:\n  - ${field}: ${scalar}`)).toEqual({ [field]: scalar });
  }
  expect(yamlJob(`name: a\ntags: [${scalar}]\nheaders: {${scalar}: ${scalar}}`)).toEqual({
    ...{ name: 'a', tags: [scalar] },
    headers: { [scalar]: scalar },
  });
  expect(yamlJob(`%YAML 1.1\n---\n- name: ${scalar}`)).toEqual({ name: scalar });
});

test('numbers, true and false, null and tagged values keep their types', () => {
  expect(
    yamlJob('- {timeout: 5, retryCount: 0, signing: true, payload: null, headers: ~, tags: !!int 5}'),
  ).toEqual({
    ...{ timeout: 5, retryCount: 0, signing: true, payload: null, headers: null, tags: 5 },
  });
});

test('a byte order mark is not part of the text', () => {
  for (const document of ['[{"name": "A"}]', '- name: A', '* * * * * curl https://a.example'])
    expect(error(`\ufeff${document}`)).toBeNull();
});

test('lines that make the same call at the same times say so', () => {
  const line = '* * * * * curl https://example.com/a';
  const read = readDocument({
    text: [line, '* * * * * sleep 30; curl https://example.com/a', `CRON_TZ=Asia/Tokyo`, line].join('\n'),
    format: null,
    timeZone: 'UTC',
  });
  if ('error' in read) throw new Error(read.error.message);
  expect(read.jobs.map(({ hints }) => hints)).toEqual([
    [],
    [
      'Same call at the same times as line 1.',
      'sleep 30: Jobs start on the minute, so this wait is left out.',
    ],
    [],
  ]);
});

test('a comment written by an export is not read as a line', () => {
  const paused = jobInput.parse({
    ...{ name: 'P', status: 'paused', cronExpression: '0 5 * * *', webhookURL: 'https://example.com' },
  });
  const read = readDocument({
    text: written({ jobs: [paused], format: 'crontab' }),
    format: null,
    timeZone: 'UTC',
  });
  expect(read).toMatchObject({ jobs: [{ value: { status: 'paused' } }], leftOut: [] });
});

test('commented-out lines count toward the limit of lines', () => {
  const text = '#* * * * * curl https://a.example\n'.repeat(4_001);
  expect(error(text)?.message).toBe('There are more than 4,000 lines of a crontab: split it.');
});

test('a text without a list of jobs says what to write', () => {
  expect(error('   ')?.message).toBe('Paste jobs or choose a file.');
  expect(error('{"a": 1}')?.message).toBe('Write a list of jobs, or an object with jobs.');
  expect(error('[1]')?.message).toBe('Job 1 is no object of fields.');
  expect(error(JSON.stringify(Array.from({ length: 1_001 }, () => ({}))))?.message).toBe(
    'There are 1,001 jobs. An import can have 1,000: split it.',
  );
});

test('each field of a job knows its line, in JSON and in YAML', () => {
  const json =
    '{"jobs": [\n  {"name": "A",\n   "headers": {"a": ["x\\\\", "\\"{,"]},\n   "timeout": 5},\n  {"name": "B"}\n]}';
  const yaml = 'jobs:\n  - name: A\n    headers:\n      a: x\n    timeout: 5\n  - name: B\n';
  const linesOf = (document: string) => {
    const read = readDocument({ text: document, format: null, timeZone: 'UTC' });
    return 'jobs' in read ? read.jobs.map(({ line, lineOf }) => [line, lineOf]) : read;
  };
  expect(linesOf(json)).toEqual([
    [2, { name: 2, headers: 3, timeout: 4 }],
    [5, { name: 5 }],
  ]);
  expect(linesOf(yaml)).toEqual([
    [2, { name: 2, headers: 3, timeout: 5 }],
    [6, { name: 6 }],
  ]);
});

test('an anchor bomb is refused', () => {
  const bomb = ['a: &a [1,1,1,1,1,1,1,1,1,1]'];
  for (const [before, name] of Object.entries({ a: 'b', b: 'c', c: 'd', d: 'e' }))
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`);
  expect(error(bomb.join('\n'))?.message).toMatch(/^This YAML cannot be read\./);
});

test('a plain crontab becomes jobs of its calls; the rest is left out with its reason', () => {
  const read = readDocument({
    text: [
      'MAILTO=ops@example.com',
      '# Nightly invoices',
      'CRON_TZ=Europe/Paris',
      "30 2 * * * curl -X POST -d 'a=1' https://billing.example.com/run >/dev/null",
      '0 * * * * /usr/local/bin/backup.sh',
      '@daily curl https://example.com/daily',
    ].join('\n'),
    format: null,
    timeZone: 'America/New_York',
  });
  if ('error' in read) throw new Error(read.error.message);
  expect(
    read.jobs.map(({ line, value }) => [line, value.name, value.cron_expression, value.timezone]),
  ).toEqual([
    [4, 'billing.example.com/run', '30 2 * * *', 'Europe/Paris'],
    [6, 'example.com/daily', '0 0 * * *', 'Europe/Paris'],
  ]);
  expect(read.leftOut.map(({ line }) => line)).toEqual([1, 5]);
});

test('a line changed under its mark counts, and fields it cannot express are kept', () => {
  const kept = jobInput.parse({
    name: 'Kept',
    webhookURL: 'https://example.com/old',
    cronExpression: '0 5 * * *',
    timezone: 'Europe/Paris',
    tags: ['billing'],
  });
  const lines = written({ jobs: [kept], format: 'crontab' })
    .trimEnd()
    .split('\n');
  const changed = lines.map((line) =>
    line.startsWith('0 5')
      ? line.replace('0 5', '15 6').replace('/old', '/new')
      : line.replace('Paris', 'London'),
  );
  const after = { ...kept, cronExpression: '15 6 * * *', webhookUrl: 'https://example.com/new' };
  expect(readBack(lines.join('\n'))).toEqual([kept]);
  expect(readBack(changed.join('\n'))).toEqual([{ ...after, timeZone: 'Europe/London' }]);
});

test('the exported line of a job with authentication has its header, masked', () => {
  const kept = jobInput.parse({
    name: 'Kept',
    webhookURL: 'https://example.com/old',
    cronExpression: '0 5 * * *',
    headers: { 'x-note': 'plain' },
    auth: { type: 'bearer', token: 't-1' },
  });
  const text = written({ jobs: [kept], format: 'crontab' });
  expect(text).toContain("-H 'x-note: plain' -H 'authorization: Bearer ********' 'https://example.com/old'");
  expect(readBack(text)).toEqual([kept]);
  const moved = text.replace("'https://example.com/old'", "'https://example.com/new'");
  expect(readBack(moved)).toEqual([{ ...kept, webhookUrl: 'https://example.com/new' }]);
  const signedIn = text.replace("'authorization: Bearer ********'", "'authorization: Bearer t-2'");
  expect(readBack(signedIn)).toEqual([
    { ...kept, auth: null, headers: { 'x-note': 'plain', authorization: 'Bearer t-2' } },
  ]);
});
