import { Client, Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Peer } from '../peer.ts';
import { taskQueue } from './task-queue.ts';

const madeAtOnce = 16;
const startsPerSecond = 30;

export const schedules: Peer = {
  name: 'a Temporal Schedule per job',
  setting: 'the same Temporal server with its default of 30 starts a second, one worker process',
  // Leaves time for the last calls before the next instant.
  periodMs: (jobs) => 1_000 * Math.ceil((jobs / startsPerSecond) * 1.5 + 10),
  mostRounds: 3,
  start: async ({ stack, jobs, periodMs }) => {
    const worker = stack.spawnNode({ name: 'schedules', script: 'bench/peers/schedules/worker.ts' });
    const path = '/schedules/';
    const connection = await Connection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
    const client = new Client({ connection });
    let made = 0;
    const make = async () => {
      while (made < jobs) {
        made += 1;
        const scheduleId = `schedule-${made}`;
        await client.schedule.create({
          scheduleId,
          spec: { intervals: [{ every: periodMs }] },
          policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL },
          action: {
            type: 'startWorkflow',
            workflowType: 'scheduled',
            taskQueue,
            args: [`${stack.targetUrl}${path}${scheduleId}`],
          },
        });
      }
    };
    await Promise.all(Array.from({ length: madeAtOnce }, make));
    await connection.close();
    return { path, stop: worker.stop };
  },
};
