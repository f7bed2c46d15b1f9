import { cpuMsPerFire, cpuShares } from '../cpu.ts';
import { costOfFire, readDatabase } from '../database.ts';
import { latenessOf } from '../lateness.ts';
import { memoryMb } from '../memory.ts';
import { say } from '../say.ts';
import { startStack, type Store } from '../stack.ts';
import { measureFires, startSteady, type Steady } from '../steady.ts';

const minuteMs = 60_000;

/** Fires jobs that are spread evenly over their period: a constant rate for some minutes. */
export async function rate({
  jobs,
  periodMs,
  minutes,
  store,
  handOverMs,
}: Steady & { minutes: number; store: Store; handOverMs: number }) {
  const steady = { jobs, periodMs };
  const stack = await startStack({ store });
  try {
    const { databaseUrl, running } = stack;
    const { settledAfterSeconds } = await startSteady({ stack, steady, handOverMs, workers: [{}] });
    const ms = minutes * minuteMs;
    const before = await readDatabase({ databaseUrl });
    const from = Date.now();
    const cpu = await cpuShares({ running, ms });
    const until = from + ms;
    const memory = memoryMb(running.get('worker') ?? 0);
    const after = await readDatabase({ databaseUrl });
    const { arrivals, ...figures } = await measureFires({ stack, steady, from, until });
    const last = arrivals.filter(
      ({ scheduledFor }) => scheduledFor < until && scheduledFor >= until - minuteMs,
    );
    const result = {
      firesPerSecond: Math.round((jobs / periodMs) * 1_000),
      ...steady,
      store,
      minutes,
      settledAfterSeconds,
      ...figures,
      lastMinute: latenessOf(last),
      perFire: costOfFire({ before, after }),
      cpuMsPerFire: cpuMsPerFire({ cpu, ms, fires: figures.arrived }),
      worker: memory,
      cpu,
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}
