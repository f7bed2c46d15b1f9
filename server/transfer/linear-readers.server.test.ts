import { describe, expect, test, vi } from 'vitest';
import { toWireJob } from '#domain/job/job-wire.ts';
import { jobInput } from '#domain/job/job.ts';
import { readDocument } from '#server/transfer/reading/read-document.server.ts';
import { expectLinear } from '#tests/doubling.ts';
import { fc } from '#tests/property.ts';
import { createImportSteps } from './import-steps.server.ts';
import { transferFormats, type TransferFormat } from './types.ts';

// Doubling the text takes at most two and a half times as long, so that no import can block a process.

vi.setConfig({ testTimeout: 120_000 });

const read = (format: TransferFormat) => (text: string) => readDocument({ text, format, timeZone: 'UTC' });
const lines = (line: (index: number) => string) => (n: number) =>
  Array.from({ length: n }, (_, index) => line(index)).join('\n');

const shapes: Record<TransferFormat, Record<string, (n: number) => string>> = {
  json: {
    'opened lists': (n) => '['.repeat(n),
    'opened objects': (n) => '{"a":'.repeat(n),
    'a list of lists': (n) => `[${'[],'.repeat(n)}[]]`,
    'keys of one job': (n) => `[{${lines((index) => `"k${index}":1,`)(n)}"a":1}]`,
    'the same key': (n) => `[{${'"a":1,'.repeat(n)}"a":1}]`,
    backslashes: (n) => `["${'\\\\'.repeat(n)}"]`,
    'escaped quotes': (n) => `["${'\\"'.repeat(n)}"]`,
    'an open text': (n) => `["${'\\"'.repeat(n)}`,
    'empty lines': (n) => `[${'\n'.repeat(n)}]`,
  },
  yaml: {
    'keys of one map': lines((index) => `k${index}: 1`),
    'keys of one flow map': (n) => `{${lines((index) => `k${index}: 1,`)(n)}}`,
    'opened lists': (n) => '['.repeat(n),
    dashes: (n) => '- '.repeat(n),
    'closed lists': (n) => ']'.repeat(n),
    'anchors with aliases': lines((index) => `- &a${index} x\n- *a${index}`),
    'aliases of one': (n) => `- &a x\n${'- *a\n'.repeat(n)}`,
    comments: (n) => `${'# x\n'.repeat(n)}- a`,
    'a block of lines': (n) => `a: |\n${'  b\n'.repeat(n)}`,
    'a block of empty lines': (n) => `a: |\n${'\n'.repeat(n)}  b`,
    'lines with spaces': (n) => `- "a${'   \n '.repeat(n)}b"`,
    'jobs with fields': lines((index) => `- name: J${index}\n  headers: {a: b}`),
    directives: (n) => '%x\n'.repeat(n),
  },
  crontab: {
    'marks alone': (n) => '#punctual {}\n'.repeat(n),
    'marks and blank lines': (n) => '#punctual {}\n\n\n'.repeat(n),
    'marks and zones': (n) => '#punctual {}\nCRON_TZ=UTC\n'.repeat(n),
    'marks above lines': (n) => '#punctual {"name":"a"}\n* * * * * curl https://a.example\n'.repeat(n),
    'lines of calls': (n) => '* * * * * curl https://a.example\n'.repeat(n),
    'one long line': (n) => `* * * * * curl https://a.example ${'x '.repeat(n)}`,
    'long fields': (n) => `${'1,'.repeat(n)}1 * * * * curl https://a.example`,
    comments: (n) => '# x\n'.repeat(n),
    spaces: (n) => `a${' '.repeat(n)}b${' '.repeat(n)}c`,
    'percent signs': (n) => `* * * * * curl https://a.example ${'\\%'.repeat(n)}`,
    settings: lines((index) => `A${index}=b`),
    'wrappers around a call': (n) => `* * * * * ${'env '.repeat(n)}curl https://a.example`,
    'assignments before a call': (n) => `* * * * * ${'a=b '.repeat(n)}curl https://a.example`,
    brackets: (n) => `* * * * * ${'( '.repeat(n)}curl https://a.example${' )'.repeat(n)}`,
    'closed brackets': (n) => `* * * * * (curl https://a.example${')'.repeat(n)}`,
    'commands in a line': (n) => `* * * * * ${'a && '.repeat(n)}curl https://a.example`,
    conditions: (n) => `* * * * * ${'if [ a ]; then '.repeat(n)}curl https://a.example`,
    'lines of input': (n) => `* * * * * curl -d @- https://a.example%${'a%'.repeat(n)}`,
    'fields of HTTPie': lines((index) => `* * * * * http POST https://a.example a${index}=b a:=[`),
    'code of PHP': (n) => `* * * * * php -r '${'file("http://'.repeat(n)}'`,
    'one comment': (n) => `# a${'- '.repeat(n)}b\n* * * * * curl https://a.example`,
    'lines commented out': (n) => '#* * * * * curl https://a.example\n'.repeat(n),
    'equal lines and other days': (n) => '0 9 1-7 * */7 curl https://a.example\n'.repeat(n),
  },
};

test('the measurement detects a reader that is not linear', async () => {
  const compareAll = (text: string) => {
    let same = 0;
    for (const one of text) for (const other of text) same += Number(one === other);
    return same;
  };
  const measured = expectLinear({ name: 'all pairs', make: (n) => 'a'.repeat(n), run: compareAll });
  await expect(measured).rejects.toThrow('times as long');
});

describe.each(transferFormats)('%s', (format) => {
  test.each(Object.entries(shapes[format]))('is linear in %s', async (name, make) => {
    await expectLinear({ name: `${format}: ${name}`, make, run: read(format) });
  });
});

test('is linear in texts of random pieces, whatever format they are read as', async () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...['[', ']', '{', '}', ',', ':', '"', "'", '\\', '\n', ' ', '- ', '# ', '&a ', '*a', '|', '>', '%'],
      ...[
        'a',
        '1',
        '* * * * * ',
        'curl ',
        'CRON_TZ=',
        '#punctual ',
        '?',
        '!',
        '\r\n',
        '\t',
        '\u2028',
        '\ud800',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  );
  for (const [index, piece] of fc.sample(pieces, { numRuns: 6, seed: 1 }).entries()) {
    const format = transferFormats[index % 3] ?? 'json';
    const text = piece.join('');
    await expectLinear({ name: JSON.stringify(text), make: (n) => text.repeat(n), run: read(format) });
  }
});

const wire = (given: object) =>
  toWireJob(jobInput.parse({ name: 'A', webhookURL: 'https://a.example', cronExpression: null, ...given }));
const saved = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, version: 1 },
    input: jobInput.parse({
      name: 'A',
      webhookURL: 'https://a.example',
      cronExpression: null,
      timeout: (id % 250) + 1,
    }),
  }));

const plans: Record<string, (index: number) => object> = {
  'new jobs': (index) => wire({ name: `J${index}` }),
  // Each is compared with saved jobs of the same name.
  'jobs of one name': () => wire({ timeout: 299 }),
  'one external id': () => wire({ externalId: 'same' }),
  'one pattern': () => wire({ successCriterion: 'body_match', successRegex: 'a{900}' }),
  'wrong fields': (index) => ({
    ...wire({}),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${index}_${n}`, 1])),
  }),
};

test.each(Object.entries(plans))('a plan is linear in %s', async (name, job) => {
  const known = saved(1_000);
  await expectLinear({
    name,
    from: 8,
    make: (n) => JSON.stringify(Array.from({ length: Math.min(n, 1_000) }, (_, index) => job(index))),
    run: (text) => {
      const take = createImportSteps();
      const choices = { taken: new Set<number>(), offers: null };
      take({ step: 'read', text, format: 'json', timeZone: 'UTC', choices, now: 0 });
      take({ step: 'saved', jobs: known });
      return take({ step: 'plan' });
    },
  });
});

test('no text makes a reader throw', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('[', '{', '"', ':', '\\', '\n', '- ', '#punctual ', '* ', '\ud800', 'a'),
    }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(null, ...transferFormats), (given, format) => {
      const document = readDocument({ text: given, format, timeZone: 'UTC' });
      expect('error' in document || document.jobs.length + document.leftOut.length > 0).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  for (const make of transferFormats.flatMap((format) => Object.values(shapes[format])))
    for (const format of transferFormats) readDocument({ text: make(20_000), format, timeZone: 'UTC' });
});
