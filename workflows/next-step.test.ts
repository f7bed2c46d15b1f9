import { expect, test } from 'vitest';
import { nearMs, nextStep, type Situation } from './next-step.ts';

const now = 1_000_000_000;
const second = 1000;
const minute = 60 * second;

function aSituation(given: Partial<Situation>): Situation {
  return {
    now,
    fires: [],
    sleptUntil: 0,
    isKeepOpen: false,
    followed: 0,
    keepsInRun: 0,
    historyLength: 10,
    ...given,
  };
}

/** A fire at the given time from now, with a lead time of three seconds. */
const fireIn = (ms: number) => ({ scheduledFor: now + ms, wakeAt: now + ms - 3 * second });

test('a job loop without a next fire waits for a message and starts no timer', () => {
  expect(nextStep(aSituation({}))).toEqual({ kind: 'wait' });
});

test.each([
  ['overdue', -30 * minute],
  ['due', 0],
  ['a minute away', minute],
  ['an hour away', 60 * minute],
  ['just less than 65 minutes away', nearMs - 1],
])('a job whose next fire is %s is handed to a worker at once', (_what, ms) => {
  expect(nextStep(aSituation({ fires: [fireIn(ms)] }))).toEqual({ kind: 'keep', firstFireAt: now + ms });
});

test('a job is with one worker: while one holds it, the run waits', () => {
  const held = { isKeepOpen: true, fires: [fireIn(minute)] };
  expect(nextStep(aSituation(held))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation({ ...held, fires: [] }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation({ ...held, fires: [fireIn(24 * 60 * minute)] }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation({ ...held, keepsInRun: 20, historyLength: 10_000 }))).toEqual({ kind: 'wait' });
});

test('a rarer job continues as new until its lead time begins', () => {
  const step = nextStep(aSituation({ fires: [fireIn(nearMs)] }));
  expect(step).toEqual({ kind: 'continue', at: now + nearMs - 3 * second });
});

test('a rarer job is handed to a worker once its lead time has begun, within the second of a timer', () => {
  const next = (wakeInMs: number) => ({ scheduledFor: now + 70 * minute, wakeAt: now + wakeInMs });
  expect(nextStep(aSituation({ fires: [next(999)] }))).toEqual({
    kind: 'keep',
    firstFireAt: now + 70 * minute,
  });
  expect(nextStep(aSituation({ fires: [next(1_000)] }))).toEqual({ kind: 'continue', at: now + second });
});

test('a run woken early does not end before the instant it slept for', () => {
  const situation = { fires: [fireIn(120 * minute)], sleptUntil: now + 10 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 10 * minute });
});

test('a run woken early wakes for the lead time of the new schedule if that comes first', () => {
  const situation = { fires: [fireIn(70 * minute)], sleptUntil: now + 120 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 70 * minute - 3 * second });
});

test('a run woken early hands a job with a near fire to a worker all the same', () => {
  const situation = { fires: [fireIn(minute)], sleptUntil: now + 120 * minute };
  expect(nextStep(aSituation(situation))).toMatchObject({ kind: 'keep' });
});

test('a run does not end while it follows an attempt', () => {
  const step = nextStep(aSituation({ fires: [fireIn(120 * minute)], followed: 1 }));
  expect(step).toEqual({ kind: 'wait', ms: 120 * minute - 3 * second });
});

test('after twenty keeps the run ends as soon as it follows no attempt; until then the job stays with its worker', () => {
  const worn = { fires: [fireIn(minute)], keepsInRun: 20 };
  expect(nextStep(aSituation({ ...worn, keepsInRun: 19 }))).toMatchObject({ kind: 'keep' });
  expect(nextStep(aSituation(worn))).toEqual({ kind: 'continue', at: now });
  expect(nextStep(aSituation({ ...worn, followed: 1 }))).toMatchObject({ kind: 'keep' });
});

test('a full history holds back the next keep until the run can end', () => {
  const full = { fires: [fireIn(minute)], historyLength: 10_000 };
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
  expect(nextStep(aSituation({ ...full, followed: 1 }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation({ ...full, sleptUntil: now + minute }))).toEqual({ kind: 'wait', ms: minute });
});

test('a manual job begins a new run once its history is full', () => {
  const full = { historyLength: 10_000 };
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
  expect(nextStep(aSituation({ ...full, followed: 1 }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation({ ...full, sleptUntil: now + minute }))).toEqual({ kind: 'wait' });
});
