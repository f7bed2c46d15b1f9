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

/** A fire so long from now, with a lead of three seconds. */
const fireIn = (ms: number) => ({ scheduledFor: now + ms, wakeAt: now + ms - 3 * second });

test('a chain without a next fire waits for a message and spends no timer', () => {
  expect(nextStep(aSituation({}))).toEqual({ kind: 'wait' });
});

test('a fire less than two minutes away is handed to the launch pad at once', () => {
  expect(nextStep(aSituation({ fires: [fireIn(119 * second)] }))).toMatchObject({ kind: 'fire' });
});

test('a fire between two and five minutes away is waited for in the run', () => {
  const step = nextStep(aSituation({ fires: [fireIn(4 * minute)] }));
  expect(step).toEqual({ kind: 'wait', ms: 4 * minute - 3 * second });
});

test('a rarer job leaves memory until its lead begins', () => {
  const step = nextStep(aSituation({ fires: [fireIn(60 * minute)] }));
  expect(step).toEqual({ kind: 'continue', at: now + 60 * minute - 3 * second });
});

test('a run that was woken early does not end before the instant it slept for', () => {
  const situation = { fires: [fireIn(60 * minute)], sleptUntil: now + 10 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 10 * minute });
});

test('a run that was woken early fires in time when the new schedule comes first', () => {
  const situation = { fires: [fireIn(20 * minute)], sleptUntil: now + 60 * minute };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 20 * minute - 3 * second });
});

test('a run does not end while an attempt waits', () => {
  const step = nextStep(aSituation({ fires: [fireIn(60 * minute)], inFlight: 1 }));
  expect(step).toEqual({ kind: 'wait', ms: 60 * minute - 3 * second });
});

test('after twenty fires the run ends at the first moment with nothing in hand', () => {
  const worn = { fires: [fireIn(minute)], firesInRun: 20 };
  expect(nextStep(aSituation({ ...worn, inFlight: 1 }))).toEqual({ kind: 'wait', ms: minute - 3 * second });
  expect(nextStep(aSituation({ ...worn, inFlight: 1, now: now + minute - 2 * second }))).toMatchObject({
    kind: 'fire',
  });
  expect(nextStep(aSituation(worn))).toEqual({ kind: 'continue', at: now });
});

test('a full history holds the next fire back until the run can end', () => {
  const full = { fires: [fireIn(minute)], historyLength: 10_000 };
  expect(nextStep(aSituation({ ...full, inFlight: 1 }))).toEqual({ kind: 'wait' });
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
});

test('a call that may still be out at the next fire does not keep that fire from its lead', () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, timeoutSeconds: 300 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a call that ends well before the next fire needs no timer: its answer brings the fire', () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, timeoutSeconds: 30 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait' });
});

test('among many jobs, whose leads are long, an answer is waited for all the same', () => {
  const next = { scheduledFor: now + minute, wakeAt: now - minute };
  const situation = { fires: [next], heldFor: now, inFlight: 1, timeoutSeconds: 30 };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait' });
  const patient = aSituation({ ...situation, timeoutSeconds: 300 });
  expect(nextStep(patient)).toEqual({ kind: 'wait', ms: 30 * second });
});

test('a call that is caught up late does not keep the next fire from its lead', () => {
  const heldFor = now - 50 * minute;
  const step = nextStep(aSituation({ heldFor, inFlight: 1, fires: [fireIn(25 * second)] }));
  expect(step).toEqual({ kind: 'wait', ms: 22 * second });
});

test('however early fires are armed, what is to be caught up has the time until the next one of the schedule', () => {
  const next = { scheduledFor: now + 60 * second, wakeAt: now - 40 * second };
  const situation = { heldFor: now - 50 * minute, isCatchingUp: true, inFlight: 1, fires: [next] };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 55 * second });
  expect(nextStep(aSituation({ ...situation, isCatchingUp: false }))).toMatchObject({
    kind: 'fire',
  });
});

test('a fire that is overdue is handed out at once', () => {
  expect(nextStep(aSituation({ fires: [fireIn(-30 * minute)] }))).toMatchObject({ kind: 'fire' });
});

test('a fire that may wait in the queue is not waited for: a timer leads to the next one', () => {
  const situation = { fires: [fireIn(60 * second)], heldFor: now, inFlight: 1, overlap: 'queue' as const };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a job that allows overlap hands its fires out when their lead begins, none two minutes early', () => {
  const situation = { fires: [fireIn(60 * second)], overlap: 'allow' as const };
  expect(nextStep(aSituation(situation))).toEqual({ kind: 'wait', ms: 57 * second });
});

test('a job that fires by hand alone begins a new run once its history is full', () => {
  const full = { historyLength: 10_000 };
  expect(nextStep(aSituation(full))).toEqual({ kind: 'continue', at: now });
  expect(nextStep(aSituation({ ...full, inFlight: 1 }))).toEqual({ kind: 'wait' });
});
