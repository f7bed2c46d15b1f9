import { minuteMs } from '#domain/time/units.ts';
import type { FirePlan, HeldFire, PlannedJob, ScheduleCalculator } from '#server/executions/ledger/types.ts';
import type { Launch } from '#worker/launch-pad/types.ts';
import { newResident, type Resident } from './types.ts';

// Parts of a worker for the tests of this folder.

export const secondMs = 1_000;

/** Fires each minute, on the minute. */
export const minutely: ScheduleCalculator = {
  nextFires: ({ after, count }) =>
    Array.from({ length: count }, (_, index) => (Math.floor(after / minuteMs) + 1 + index) * minuteMs),
  firesBetween: () => [],
};

export const aResident = (given: Partial<Resident> = {}): Resident => ({
  ...newResident({ jobId: 1, reportAt: Infinity }),
  ...given,
});

export function aPlan({
  fires = [],
  ...given
}: Partial<PlannedJob> & { fires?: number[] }): FirePlan & PlannedJob {
  const job: PlannedJob = {
    ...{ version: 1, ownerId: 1, name: 'Job', status: 'active', tier: 'free', cron: '* * * * *' },
    ...{ timeZone: 'UTC', timeoutSeconds: 30, overlap: 'skip', lastOutcome: null, waiting: [] },
    ...given,
  };
  return fires.length > 0
    ? { ...job, kind: 'fires', fires: fires.map((scheduledFor) => ({ scheduledFor })) }
    : { ...job, kind: 'idle' };
}

/** A launch pad whose fires leave when the test says so. */
export function aManualPad() {
  const entries: {
    order: HeldFire;
    leave: (launch: Launch) => void;
    fail: (error: Error) => void;
    wait: () => void;
  }[] = [];
  let isClosing = false;
  const take = (scheduledFor: number) => {
    const index = entries.findIndex(({ order }) => order.scheduledFor === scheduledFor);
    const [entry] = entries.splice(index, 1);
    if (index < 0 || !entry) throw new Error(`The pad does not hold ${scheduledFor}.`);
    return entry;
  };
  return {
    pad: {
      launch: (order: HeldFire, { onWaiting = () => {} }: { onWaiting?: () => void } = {}) =>
        new Promise<Launch>((leave, fail) => entries.push({ order, leave, fail, wait: onWaiting })),
      giveUp(jobId: number) {
        for (const { order, leave } of [...entries])
          if (order.jobId === jobId) {
            take(order.scheduledFor);
            leave({ kind: 'changed' });
          }
      },
      drop({ jobId }: { jobId: number }): number {
        const dropped = entries.filter(({ order }) => order.jobId === jobId);
        for (const { order, leave } of dropped) {
          take(order.scheduledFor);
          leave({ kind: 'changed' });
        }
        return dropped.length;
      },
      isClosing: () => isClosing,
      recheckAt: () => {},
      makeRoom: () => {},
    },
    /** The instants that it holds. */
    held: () => entries.map(({ order }) => order.scheduledFor),
    leave: (scheduledFor: number, launch: Launch) => take(scheduledFor).leave(launch),
    fail: (scheduledFor: number) => take(scheduledFor).fail(new Error('gone')),
    /** The fire waits after its instant, and stays. */
    wait: (scheduledFor: number) => entries.find(({ order }) => order.scheduledFor === scheduledFor)?.wait(),
    close: () => (isClosing = true),
  };
}
