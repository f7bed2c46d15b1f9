import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#domain/time/units.ts';
import type { FirePlan } from '#server/executions/ledger/types.ts';
import type { WaitingActivity } from '#server/executions/residency/waiting-activities.server.ts';
import { leadTimeFor } from '#worker/limits/lead-time.ts';
import type { KeepReport } from '#workflows/contract.ts';
import { createResidents, type ResidentsParts } from './residents.ts';
import { aManualPad, aPlan, minutely } from './test-kit.ts';

const start = 1_800_000_000_000;
const next = start + minuteMs;

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

function someResidents({
  plan = () => aPlan({ fires: [next] }),
}: { plan?: (jobId: number) => FirePlan } = {}) {
  const manual = aManualPad();
  const planned: number[] = [];
  const open = new Map<number, WaitingActivity>();
  const sent: { jobId: number; report: KeepReport }[] = [];
  const residents = createResidents({
    now: Date.now,
    schedule: minutely,
    leadTime: leadTimeFor(1),
    pad: manual.pad,
    pacer: { turn: () => Promise.resolve(), letAllGo: () => {} },
    isClosing: () => false,
    hasLease: () => true,
    planFires: (jobId: number) => {
      planned.push(jobId);
      return Promise.resolve(plan(jobId));
    },
    onError: () => {},
    store: {
      waitingActivities: (jobIds: number[]) =>
        Promise.resolve(jobIds.flatMap((jobId) => open.get(jobId) ?? [])),
      markReported: (activities: WaitingActivity[]) => {
        for (const { jobId } of activities) open.delete(jobId);
        return Promise.resolve();
      },
      endResidencies: () => Promise.resolve([]),
      complete: ({ jobId }: WaitingActivity, report: KeepReport) => {
        sent.push({ jobId, report });
        return Promise.resolve('done');
      },
      openActivity: () => Promise.resolve(null),
      wakeWorkflow: () => Promise.resolve(),
    },
  } as unknown as ResidentsParts);
  /** Temporal hands over a job, whose activity stays open. */
  const keep = async (
    jobId: number,
    lastOutcome: Parameters<typeof residents.keep>[0]['lastOutcome'] = null,
  ) => {
    open.set(jobId, { jobId, runId: 'run', activityId: '1' });
    residents.keep({ jobId, lastOutcome, stayMs: leadTimeFor(1).stayMs(jobId) });
    await vi.advanceTimersByTimeAsync(100);
  };
  return { ...manual, residents, planned, sent, keep };
}

test('a job that Temporal hands over is planned, and its next fire is in the pad', async () => {
  const { keep, residents, planned, held } = someResidents();
  await keep(1, 'failed');
  expect([planned, held(), residents.size()]).toEqual([[1], [next], 1]);
  expect(residents.jobs.get(1)?.shownOutcome).toBe('failed');
});

test('a resident does not retain the activity that handed it over', async () => {
  const activity = new AsyncLocalStorage<string>();
  const contexts: (string | undefined)[] = [];
  const { keep } = someResidents({
    plan: () => {
      contexts.push(activity.getStore());
      return aPlan({});
    },
  });
  await activity.run('keepJob', () => keep(1));
  expect(contexts).toEqual([undefined]);
});

test('a job that is here already is not planned again when Temporal hands it over', async () => {
  const { keep, residents, planned, sent } = someResidents();
  await keep(1);
  await keep(1, 'success');
  expect([planned, sent]).toEqual([[1], []]);
  expect(residents.jobs.get(1)?.shownOutcome).toBe('success');
});

test('a job about to leave stays if Temporal hands it over again', async () => {
  let fires: number[] = [];
  const { residents, keep, planned, sent } = someResidents({ plan: () => aPlan({ fires }) });
  await residents.take([1]);
  expect(residents.jobs.get(1)?.isEnding).toBe(true);
  await residents.take([1]);
  expect(planned).toEqual([1]);
  fires = [next];
  await keep(1);
  expect([planned.length, sent, residents.size()]).toEqual([2, [], 1]);
  expect(residents.jobs.get(1)?.isEnding).toBe(false);
});

test('a job without a fire ahead leaves: its report says so, and it is forgotten', async () => {
  const { keep, residents, sent } = someResidents({ plan: () => aPlan({}) });
  await keep(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toMatchObject([{ jobId: 1, report: { isKept: false } }]);
  expect(residents.size()).toBe(0);
});

test('jobs taken over from other workers are planned; one that is here already stays, and is planned too', async () => {
  const { keep, residents, planned } = someResidents();
  await keep(1);
  Object.assign(residents.jobs.get(1) ?? {}, { isFreed: true });
  await residents.take([1, 2]);
  // A job that is here already was freed because a call of its is to be repeated: the plan finds that call.
  expect(planned).toEqual([1, 1, 2]);
  expect(residents.jobs.get(1)?.isFreed).toBe(false);
});

test.each([
  // The report of a failure may have been lost with the last worker.
  ['failed', true],
  ['success', false],
  ['missed', false],
  [null, false],
] as const)(
  'after the outcome %s, a job that was taken over reports the next one: %s',
  async (lastOutcome, isReported) => {
    const { residents } = someResidents({ plan: () => aPlan({ fires: [next], lastOutcome }) });
    await residents.take([1]);
    expect(residents.jobs.get(1)).toMatchObject({ shownOutcome: lastOutcome, isShownUnsure: isReported });
  },
);

test('a job that Temporal hands over with its outcome reports the same one no more', async () => {
  const { keep, residents } = someResidents({ plan: () => aPlan({ fires: [next], lastOutcome: 'failed' }) });
  await keep(1, 'failed');
  expect(residents.jobs.get(1)).toMatchObject({ shownOutcome: 'failed', isShownUnsure: false });
});

test("the owner's new tier that a plan brings is reported with the next outcome", async () => {
  let plan = aPlan({ fires: [next] });
  const { keep, residents } = someResidents({ plan: () => plan });
  await keep(1, 'success');
  plan = aPlan({ fires: [next], version: 2, tier: 'premium' });
  residents.onChange({ jobId: 1, version: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect(residents.jobs.get(1)).toMatchObject({ tier: 'premium', isShownUnsure: true });
});

test('a job that was taken over begins somewhere in its stay, or deploys would put its report off for ever', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.25);
  const { residents } = someResidents();
  await residents.take([1]);
  expect(residents.jobs.get(1)?.reportAt).toBe(start + leadTimeFor(1).stayMs(1) / 4);
});

test('a change drops the held fire, which plans; without a held fire the change plans itself', async () => {
  let plan = aPlan({ fires: [next] });
  const { keep, residents, planned, held } = someResidents({ plan: () => plan });
  await keep(1);
  plan = aPlan({ version: 2, fires: [] });
  residents.onChange({ jobId: 1, version: 2 });
  residents.onChange({ jobId: 2, version: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect([planned, held(), residents.jobs.get(1)?.version, residents.size()]).toEqual([[1, 1], [], 2, 1]);
  residents.onChange({ jobId: 1, version: 2 });
  expect(planned).toHaveLength(2);
  residents.onChange({ jobId: 1, version: 3 });
  await vi.advanceTimersByTimeAsync(1);
  expect([planned.length, residents.jobs.get(1)?.newest]).toEqual([3, 3]);
});

test('a job is reported when its time is up, and then stays for as long again', async () => {
  const { keep, residents, sent } = someResidents();
  await keep(1);
  const stayMs = leadTimeFor(1).stayMs(1);
  vi.setSystemTime(start + stayMs - 1);
  residents.reportDue();
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(start + stayMs + 100);
  residents.reportDue();
  await vi.advanceTimersByTimeAsync(50);
  expect(sent).toMatchObject([{ jobId: 1, report: { isKept: true } }]);
  expect(residents.jobs.get(1)?.reportAt).toBeGreaterThan(start + 2 * stayMs);
});

test('a job that another worker has is forgotten: its fires leave the pad, and it is not planned again', async () => {
  const { keep, residents, held, planned, sent } = someResidents();
  await keep(1);
  await keep(2);
  residents.forget([1, 7]);
  await vi.advanceTimersByTimeAsync(100);
  expect([[...residents.jobs.keys()], held(), planned, sent]).toEqual([[2], [next], [1, 2], []]);
});
