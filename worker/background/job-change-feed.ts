import { setTimeout as sleep } from 'node:timers/promises';
import { listenToJobChanges } from '#server/engine/job-changes.server.ts';
import { jobVersions } from '#server/engine/job-versions.server.ts';
import { createRelay } from '#server/engine/relay/relay.server.ts';
import { redispatchLostKeeps } from '#server/engine/rescue/redispatch-lost-keeps.server.ts';
import { watchOnce } from '#server/engine/rescue/watchdog.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import type { JobChange } from '#worker/launch-pad/types.ts';
import type { Residents } from '#worker/residents/residents.ts';
import type { InFlightCalls } from './calls.ts';

const watchMs = 30_000;
const deliveriesMs = 5_000;
const againMs = 2_000;

/** Forwards job changes from LISTEN/NOTIFY to the residents, which hold the fires in the launch pad. */
export function createJobChangeFeed({
  calls,
  residents,
  notifications,
  events,
}: {
  calls: InFlightCalls;
  residents: Pick<Residents, 'onChange' | 'jobs'>;
  notifications: { wake: () => void };
  events: { wake: () => void };
}) {
  let isClosed = false;
  const relay = createRelay();
  const take = (change: JobChange) => {
    residents.onChange(change);
    if (change.version === 'deleted') calls.cut({ jobId: change.jobId, reason: 'deleted' });
  };
  const warn = (error: unknown) => log().warn(errorFields(error), 'engine: will be retried');

  /** Finds the changes that were announced while nobody listened; repeated until the database responds. */
  async function compareVersions() {
    while (!isClosed) {
      try {
        const changes = await jobVersions([...new Set([...residents.jobs.keys(), ...calls.jobs()])]);
        changes.forEach(take);
        return;
      } catch (error) {
        warn(error);
        await sleep(againMs, undefined, { ref: false });
      }
    }
  }

  const listener = listenToJobChanges({
    onChange(change) {
      take(change);
      relay.wake();
    },
    onRun: () => relay.wake(),
    onNotification: () => notifications.wake(),
    onEvent: () => events.wake(),
    onReturn() {
      for (const part of [relay, notifications, events]) part.wake();
      void compareVersions();
    },
  });
  // Jobs may have been planned before the listener stood.
  void listener.ready.then(compareVersions, () => {});
  const watches = [
    everyMs({ ms: watchMs, look: () => watchOnce().catch(warn) }),
    everyMs({ ms: deliveriesMs, look: () => redispatchLostKeeps().catch(warn) }),
  ];

  return {
    ready: listener.ready,
    async close() {
      isClosed = true;
      for (const watch of watches) clearInterval(watch);
      await Promise.all([relay.close(), listener.close()]);
    },
  };
}

/** Runs checks periodically, never two at once: without a response of Temporal, one takes longer than the interval. */
function everyMs({ ms, look }: { ms: number; look: () => Promise<void> }): NodeJS.Timeout {
  let isLooking = false;
  const pollOnce = async () => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  };
  return setInterval(() => void pollOnce(), ms);
}
