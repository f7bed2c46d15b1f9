import { expect, test } from 'vitest';
import { nextStep, type Situation } from './next-step.ts';

const now = 1_000_000_000;
const second = 1000;
const minute = 60 * second;

function aSituation(given: Partial<Situation>): Situation {
  return {
    now,
    fires: [],
    sleptUntil: 0,
    heldFor: null,
    isCatchingUp: false,
    inFlight: 0,
    overlap: 'skip',
    timeoutSeconds: 30,
    firesInRun: 0,
    historyLength: 10,
    ...given,
  };
}

/** A fire at the given time from now, with a lead time of three seconds. */
const fireIn = (ms: number) => ({ scheduledFor: now + ms, wakeAt: now + ms - 3 * second });

test('a job loop without a next fire waits for a message and starts no timer', () => {
  expect(nextStep(aSituation({}))).toEqual({ kind: 'wait' });
});

test('a fire less than two minutes away is given to the launch pad at once', () => {
  expect(nextStep(aSituation({ fires: [fireIn(119 * second)] }))).toMatchObject({ kind: 'fire' });
});

test('for a fire between two and five minutes away the run waits', () => {
  const step = nextStep(aSituation({ fires: [fireIn(4 * minute)] }));
  expect(step).toEqual({ kind: 'wait', ms: 4 * minute - 3 * second });
});

test('a rarer job continues as new until its lead time begins', () => {
  const step = nextStep(aSituation({ fires: [fireIn(60 * minute)] }));
  expect(step).toEqual({ kind: 'continue', at: now + 60 * minute - 3 * second });
});

test('a run woken early does not end before the instant it slept for', () => {
  const situation = { fires: [fireIn(60 * minute)], sleptUntil: now + 10 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 10 * minute });
});

test('a run woken early fires on time if the new schedule comes first', () => {
  const situation = { fires: [fireIn(20 * minute)], sleptUntil: now + 60 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 20 * minute - 3 * second });
});

test('a run does not end while an attempt waits', () => {
  const step = nextStep(aSituation({ fires: [fireIn(60 * minute)], inFlight: 1 }));
  expect(step).toEqual({ kind: 'wait', ms: 60 * minute - 3 * second });
});

test('after twenty fires the run ends as soon as nothing is in flight', () => {
  const worn = { fires: [fireIn(minute)], firesInRun: 20 };
  expect(nextStep(aSituation({ ...worn, inFlight: 1 }))).toEqual({ kind: 'wait', ms: minute - 3 * second });
  expect(nextStep(aSituation({ ...worn, inFlight: 1, now: now + minute - 2 * second }))).toMatchObject({
    kind: 'fire',
  });
  expect(nextStep(aSituation(worn))).toEqual({ kind: 'continue', at: now });
});

test('a full history holds back the next fire until the run can end', () => {
  const full = { fires: [fireIn(minute)], historyLength: 10_000 };
  expect(nextStep(aSituation({ ...full, inFlight: 1 }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
});

test("a call that may still be in flight at the next fire does not delay that fire's lead time", () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, timeoutSeconds: 300 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a call that ends well before the next fire needs no timer: its result brings the fire', () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, timeoutSeconds: 30 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait' });
});

test('with many jobs and long lead times, a result is still awaited', () => {
  const next = { scheduledFor: now + minute, wakeAt: now - minute };
  const situation = { fires: [next], heldFor: now, inFlight: 1, timeoutSeconds: 30 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait' });
  const patient = aSituation({ ...situation, timeoutSeconds: 300 });
  expect(nextStep(patient)).toEqual({ kind: 'wait', ms: 30 * second });
});

test('a late caught-up call does not delay the lead time of the next fire', () => {
  const heldFor = now - 50 * minute;
  const step = nextStep(aSituation({ heldFor, inFlight: 1, fires: [fireIn(25 * second)] }));
  expect(step).toEqual({ kind: 'wait', ms: 22 * second });
});

test('however long the lead time, a caught-up fire has until the next fire of the schedule', () => {
  const next = { scheduledFor: now + 60 * second, wakeAt: now - 40 * second };
  const situation = { heldFor: now - 50 * minute, isCatchingUp: true, inFlight: 1, fires: [next] };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 55 * second });
  expect(nextStep(aSituation({ ...situation, isCatchingUp: false }))).toMatchObject({
    kind: 'fire',
  });
});

test('an overdue fire is dispatched at once', () => {
  expect(nextStep(aSituation({ fires: [fireIn(-30 * minute)] }))).toMatchObject({ kind: 'fire' });
});

test('a fire that may be queued is not awaited: a timer leads to the next one', () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, overlap: 'queue' as const };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a job that allows overlap dispatches its fires when their lead time begins, never two minutes early', () => {
  const situation = { fires: [fireIn(60 * second)], overlap: 'allow' as const };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a manual job begins a new run once its history is full', () => {
  const full = { historyLength: 10_000 };
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
  expect(nextStep(aSituation({ ...full, inFlight: 1 }))).toEqual({ kind: 'wait' });
});
