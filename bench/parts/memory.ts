import { setTimeout as sleep } from 'node:timers/promises';
import { hourlyCron, saveJobs, untilApplied } from '../make-jobs.ts';
import { measureMemory } from '../memory.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { arrivalsSince } from '../target/ask.ts';

/** V8 returns freed memory to the system only after a few quiet minutes. */
const settleMs = 300_000;
const sampledMs = 60_000;

/** Measures the worker's memory with jobs that are due within the hour, but not yet. */
export async function memory({ jobs }: { jobs: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl } = stack;
    const startedAt = Date.now();
    const cron = hourlyCron();
    await saveJobs({ count: jobs, targetUrl, cronOf: () => cron });
    const { pid } = stack.spawnWorker();
    await untilApplied();
    say('They settle …');
    await sleep(settleMs);
    const measured = await measureMemory({ pid, ms: sampledMs });
    // Above 0, the jobs took so long to be handed over that they were due meanwhile.
    const fired = (await arrivalsSince({ targetUrl, path: '/bench/', since: startedAt })).length;
    const result = { jobs, ...measured, fired };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}
