import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { toImportView } from './import-plan.ts';

const input = jobInput.parse({
  name: 'Nightly',
  webhookURL: 'https://example.com/run',
  cronExpression: '30 2 * * *',
  timezone: 'Europe/Paris',
});
const of = (line: number) => ({ line, hints: [], name: 'Nightly', externalId: null });

test('rows keep the order of the text and say what happens to each', () => {
  const { rows, counts } = toImportView({
    digest: 'd',
    jobs: [
      {
        ...of(4),
        outcome: 'changed',
        input,
        jobId: 1,
        version: 2,
        changed: ['timeZone', 'webhookUrl', 'isSigned'],
      },
      {
        ...of(9),
        outcome: 'refused',
        name: '',
        errors: [{ field: 'timeout', line: 11, message: 'Too long.' }],
      },
      { ...of(2), outcome: 'new', input, hints: ['-k: Not taken.'] },
    ],
    leftOut: [{ line: 1, text: 'MAILTO=a', reason: 'A setting.' }],
  });
  expect(rows.map(({ line, outcome, title, details }) => [line, outcome, title, details])).toEqual([
    [1, 'left-out', 'MAILTO=a', ['A setting.']],
    [2, 'new', 'Nightly', ['-k: Not taken.']],
    [4, 'changed', 'Nightly', ['Changes timezone, webhook_url, signing.']],
    [9, 'refused', 'A job without a name', ['timeout, line 11: Too long.']],
  ]);
  expect(rows[1]).toMatchObject({
    target: 'GET https://example.com/run',
    schedule: 'Every day at 02:30, Europe/Paris',
  });
  expect(counts).toEqual({
    ...{ new: 1, changed: 1, same: 0, optional: 0, 'no-room': 0, refused: 1, 'left-out': 1 },
  });
});

test('each line to be written has a checkbox, and an offered crontab meaning has its own', () => {
  const noRoom = { message: 'Your plan allows 10 jobs.', canUpgrade: true };
  const plan: Parameters<typeof toImportView>[0] = {
    digest: 'd',
    jobs: [
      { ...of(1), outcome: 'new', input, isOptional: true, scheduleHints: ['Runs when either matches.'] },
      { ...of(2), outcome: 'new', input, offer: '0 9 * * MON#1' },
      { ...of(3), outcome: 'same', jobId: 1, isOptional: true, offer: '0 9 * * MON#1' },
      { ...of(3), outcome: 'new', input, noRoom },
    ],
    leftOut: [],
  };
  const choicesOf = ({ rows }: ReturnType<typeof toImportView>) =>
    rows.map(({ outcome, take, offer }) => [outcome, take?.place, take?.isTicked, offer?.isTicked]);
  expect(choicesOf(toImportView(plan))).toEqual([
    ['optional', 0, false, undefined],
    ['new', 1, true, true],
    ['same', undefined, undefined, undefined],
    ['no-room', 3, false, undefined],
  ]);
  expect(choicesOf(toImportView(plan, { taken: new Set([0, 3]), offers: new Set() }))).toEqual([
    ['new', 0, true, undefined],
    ['new', 1, false, false],
    ['same', undefined, undefined, undefined],
    ['no-room', 3, true, undefined],
  ]);
  const { rows } = toImportView(plan);
  expect(rows[0]?.details).toEqual(['Runs when either matches.']);
  expect(rows[3]).toMatchObject({ canUpgrade: true, details: ['Your plan allows 10 jobs.'] });
});
