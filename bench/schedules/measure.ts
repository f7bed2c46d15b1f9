import { Client, Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import { summarize } from '../lateness.ts';
import { measureRounds } from '../rounds.ts';
import type { BenchSettings } from '../settings.ts';
import type { BenchStack } from '../stack.ts';
import { taskQueue } from './task-queue.ts';

const madeAtOnce = 16;
const startsPerSecond = 30;

interface Order {
  settings: BenchSettings;
  stack: BenchStack;
  say: (text: string) => void;
}

/** The same jobs and target with one Temporal Schedule per job on the same server. */
export async function measureSchedules({ settings, stack, say }: Order) {
  const { jobs, rounds } = settings;
  const { echoUrl } = stack;
  // The server starts some 30 a second: the last ones need their time before the next instant.
  const periodMs = 1000 * Math.ceil((jobs / startsPerSecond) * 1.5 + 10);
  const worker = stack.spawnNode({ name: 'schedules', script: 'bench/schedules/worker.ts' });
  say(`Making ${jobs} Temporal Schedules …`);
  await makeSchedules({ count: jobs, echoUrl, periodMs });
  const measured = await measureRounds({
    ...{
      jobs,
      rounds: Math.min(rounds, 3),
      periodMs,
      echoUrl,
      path: '/schedules/',
      patienceMs: periodMs - 5_000,
    },
    onRound: (round) => say(JSON.stringify(round)),
  });
  await worker.stop();
  return { ...summarize(measured), each: measured };
}

async function makeSchedules({
  count,
  echoUrl,
  periodMs,
}: {
  count: number;
  echoUrl: string;
  periodMs: number;
}) {
  const connection = await Connection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
  const client = new Client({ connection });
  let made = 0;
  const make = async () => {
    while (made < count) {
      made += 1;
      const id = `schedule-${made}`;
      await client.schedule.create({
        scheduleId: id,
        spec: { intervals: [{ every: periodMs }] },
        policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL },
        action: {
          type: 'startWorkflow',
          workflowType: 'scheduled',
          taskQueue,
          args: [`${echoUrl}/schedules/${id}`],
        },
      });
    }
  };
  await Promise.all(Array.from({ length: madeAtOnce }, make));
  await connection.close();
}
