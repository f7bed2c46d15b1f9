import { describe, expect, test } from 'vitest';
import { jobInput, type JobInput } from '#domain/job.ts';
import { readWireJob } from '#domain/job-wire.ts';
import { characterFault } from '#domain/plain-text.ts';
import { fc } from '#tests/property.ts';
import { readDocument } from './read-document.server.ts';
import { transferFormats } from './types.ts';
import { jobWriters } from './write-jobs.server.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // What some take for the end of a line.
  fc.constantFrom('\u2028', 'a\u2028b', '\u2029x', '\u0085', 'a\r\nb'),
);
const kept = (kind: 'line' | 'text') =>
  text.filter((given) => characterFault({ text: given, kind }) === null);
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
    status: fc.constantFrom('active' as const, 'paused' as const, 'inactive' as const),
    externalId: fc.option(kept('line').filter((given) => given !== '')),
    tags: fc.array(fc.constantFrom('billing', 'on', '7', 'null', 'a b'), { maxLength: 3 }),
    signing: fc.boolean(),
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
  if ('fault' in read) throw new Error(JSON.stringify(read.fault));
  return read.jobs.map(({ value }) => jobInput.parse(readWireJob(value).fields));
};

describe.each(transferFormats)('%s', (format) => {
  test('what was written reads back to the same', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
        expect(readBack(written({ jobs, format }))).toEqual(jobs);
      }),
      { numRuns: 150 },
    );
  });
});

const fault = (document: string) => {
  const read = readDocument({ text: document, format: null, timeZone: 'UTC' });
  return 'fault' in read ? read.fault : null;
};

test('JSON and YAML that cannot be read name line and column', () => {
  expect(fault('[\n  {"name": "A",}\n]')).toEqual({
    line: 2,
    message: 'This is not JSON. A name in double quotes is expected here. (column 16)',
  });
  expect(fault('[{"name": "A"')).toEqual({
    line: 1,
    message: 'This is not JSON. It ends where } is expected. (column 14)',
  });
  expect(fault('- name: A\n  cron_expression: */5 * * * *\n')).toMatchObject({
    line: 2,
    message: expect.stringContaining('Put quotes around a value that begins with *') as string,
  });
});

test('a text without a list of jobs says what to write', () => {
  expect(fault('   ')?.message).toBe('Paste jobs or choose a file.');
  expect(fault('{"a": 1}')?.message).toBe('Write a list of jobs, or an object with jobs.');
  expect(fault('[1]')?.message).toBe('Job 1 is no object of fields.');
  expect(fault(JSON.stringify(Array.from({ length: 1_001 }, () => ({}))))?.message).toBe(
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

test('a bomb of anchors is refused', () => {
  const bomb = ['a: &a [1,1,1,1,1,1,1,1,1,1]'];
  for (const [before, name] of Object.entries({ a: 'b', b: 'c', c: 'd', d: 'e' }))
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`);
  expect(fault(bomb.join('\n'))?.message).toMatch(/^This YAML cannot be read\./);
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
  if ('fault' in read) throw new Error(read.fault.message);
  expect(
    read.jobs.map(({ line, value }) => [line, value.name, value.cron_expression, value.timezone]),
  ).toEqual([
    [4, 'billing.example.com/run', '30 2 * * *', 'Europe/Paris'],
    [6, 'example.com/daily', '0 0 * * *', 'Europe/Paris'],
  ]);
  expect(read.leftOut.map(({ line }) => line)).toEqual([1, 5]);
});

test('a line that was changed under its mark counts, and what the line cannot say stays', () => {
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
