import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobInput, type JobInput } from './job.ts';
import { editedFields, mergeEdits } from './merge-edits.ts';

const aJob = (given: Partial<JobInput> = {}): JobInput => ({
  ...jobInput.parse({ name: 'Ping', webhookURL: 'https://example.com/', cronExpression: '0 * * * *' }),
  ...given,
});
const base = aJob();

test('edits of different fields are both kept, and fields changed only by the other one are named', () => {
  const mine = aJob({ name: 'Mine' });
  const theirs = aJob({ description: 'Theirs', timeoutSeconds: 60 });
  expect(mergeEdits({ base, mine, theirs })).toEqual({
    merged: aJob({ name: 'Mine', description: 'Theirs', timeoutSeconds: 60 }),
    conflicts: [],
    taken: ['description', 'timeoutSeconds'],
  });
});

test('edits of the same field conflict, unless they agree', () => {
  const mine = aJob({ name: 'Mine', retryCount: 5 });
  const theirs = aJob({ name: 'Theirs', retryCount: 5 });
  expect(mergeEdits({ base, mine, theirs })).toEqual({ merged: mine, conflicts: ['name'], taken: [] });
});

test('a schedule and its time zone conflict together; so do criterion and pattern, type and URL, channel and frequency', () => {
  const pairs: [Partial<JobInput>, Partial<JobInput>][] = [
    [{ cronExpression: '0 9 * * *' }, { timeZone: 'Europe/Berlin' }],
    [{ successCriterion: 'body_match', successRegex: 'ok' }, { acceptedStatuses: '200' }],
    [{ notifyFrequency: 'always' }, { notificationType: 'slack', notificationConfig: 'https://x.example' }],
  ];
  for (const [mine, theirs] of pairs) {
    const { conflicts, taken } = mergeEdits({ base, mine: aJob(mine), theirs: aJob(theirs) });
    expect(conflicts.sort()).toEqual([...Object.keys(mine), ...Object.keys(theirs)].sort());
    expect(taken).toEqual([]);
  }
});

test('edits that are invalid together conflict in every field they changed', () => {
  const mine = aJob({ httpMethod: 'HEAD' });
  const theirs = aJob({ payload: '{}' });
  expect(mergeEdits({ base, mine, theirs })).toEqual({
    ...{ merged: mine, conflicts: ['httpMethod', 'payload'], taken: [] },
  });
});

test('without the opened version every difference is a conflict', () => {
  const theirs = aJob({ description: 'Theirs' });
  expect(mergeEdits({ base: null, mine: base, theirs }).conflicts).toEqual(['description']);
});

test('line breaks as sent by a browser are not a change', () => {
  const stored = aJob({ payload: 'a\nb' });
  const mine = aJob({ payload: 'a\r\nb' });
  expect(editedFields({ base: stored, mine })).toEqual({});
  const theirs = aJob({ payload: 'c' });
  expect(mergeEdits({ base: stored, mine, theirs })).toMatchObject({ merged: theirs, taken: ['payload'] });
});

test('no edit is lost: each field has one of the two values, and no change is dropped silently', () => {
  const edit = fc.record(
    {
      name: fc.constantFrom('a', 'b', 'c'),
      description: fc.constantFrom('a', 'b'),
      timeoutSeconds: fc.constantFrom(1, 2, 30),
      tags: fc.constantFrom(['x'], ['x', 'y']),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
      httpMethod: fc.constantFrom('GET', 'HEAD'),
      payload: fc.constantFrom('x', null),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Partial<JobInput>>;
  fc.assert(
    fc.property(edit, edit, (myEdit, theirEdit) => {
      const [mine, theirs] = [aJob(myEdit), aJob(theirEdit)];
      const { merged, conflicts, taken } = mergeEdits({ base, mine, theirs });
      for (const field of Object.keys(base) as (keyof JobInput)[]) {
        const text = (job: JobInput) => JSON.stringify(job[field]);
        const isFromTheirs = text(merged) === text(theirs);
        if (!isFromTheirs) expect(conflicts.includes(field) || text(theirs) === text(base)).toBe(true);
        if (text(merged) !== text(mine)) expect(taken).toContain(field);
        if (taken.includes(field)) expect(text(mine)).toBe(text(base));
      }
    }),
  );
});

test('the order of headers is not a change', () => {
  const theirs = { ...base, headers: { a: '1', b: '2' } };
  const mine = { ...base, headers: { b: '2', a: '1' } };
  expect(mergeEdits({ base, mine, theirs }).conflicts).toEqual([]);
});
