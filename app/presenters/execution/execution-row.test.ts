import { expect, test } from 'vitest';
import { notRunText, statusOf, toExecutionRow, type ExecutionFacts } from './execution-row.ts';

const due = new Date('2026-11-21T15:05:00.000Z');

function facts(some: Partial<ExecutionFacts> = {}): ExecutionFacts {
  return {
    id: 7,
    trigger: 'schedule',
    scheduledFor: due,
    dueAt: due,
    outcome: 'success',
    reason: null,
    claimedAt: due,
    startedAt: new Date(due.getTime() + 38),
    endedAt: new Date(due.getTime() + 1_999),
    latenessMs: 38,
    durationMs: 1_961,
    attemptCount: 1,
    retryAt: null,
    statusCode: 200,
    errorCode: null,
    verdict: null,
    missedUntil: null,
    missedCount: null,
    ...some,
  };
}

test('a run shows when its first attempt started and how long it took, cut to seconds', () => {
  expect(toExecutionRow(facts())).toMatchObject({
    status: 'success',
    startAt: due.getTime() + 38,
    duration: '1s',
    code: '200',
    hint: null,
  });
});

test.each([
  ['schedule', 'Scheduled'],
  ['catch_up', 'Catch-up'],
  ['manual', 'Manual'],
  ['api', 'API'],
  ['replay', 'Replay'],
] as const)('a run whose trigger is %s reads %s', (trigger, word) => {
  expect(toExecutionRow(facts({ trigger })).trigger).toBe(word);
});

test('a fire that did not run shows when it was due and why, without a duration', () => {
  const row = toExecutionRow(
    facts({ outcome: 'skipped', reason: 'overlap', startedAt: null, durationMs: 0, statusCode: null }),
  );
  expect(row).toMatchObject({ startAt: due.getTime(), duration: null, code: null });
  expect(row.hint).toBe('Skipped: the previous run was still in progress.');
});

test('a skipped fire does not end before its scheduled time', () => {
  const left = { outcome: 'skipped', reason: 'owner', startedAt: null, durationMs: null } as const;
  const row = toExecutionRow(facts({ ...left, endedAt: new Date(due.getTime() - 300) }));
  expect(row.endedAt).toBe(row.startAt);
});

test('a run without a schedule has no lateness', () => {
  expect(toExecutionRow(facts()).latenessMs).toBe(38);
  expect(toExecutionRow(facts({ trigger: 'manual', scheduledFor: null })).latenessMs).toBeNull();
});

test('without an outcome a run is queued before its claim, running after it, retrying while an attempt is planned', () => {
  expect(statusOf({ outcome: null, claimedAt: null, retryAt: null })).toBe('queued');
  expect(statusOf({ outcome: null, claimedAt: due, retryAt: null })).toBe('running');
  expect(statusOf({ outcome: null, claimedAt: due, retryAt: due })).toBe('retrying');
});

test('a counted row says how many fires it stands for', () => {
  expect(notRunText({ reason: 'outage', missedCount: 42 })).toContain('42 runs');
});
