import { world } from '../world/shared.ts';
import type { Facts } from './facts.ts';

/** At rest a living worker holds each residency, and each job that Temporal has handed to a worker has one. */
export function checkResidencies({ residencies, jobs }: Facts): string[] {
  const errors = residencies
    .filter(({ isLive }) => !isLive)
    .map(({ jobId }) => `No living worker holds the residency of job ${jobId}.`);
  const { server } = world();
  for (const { id } of jobs) {
    const run = server.runningRun(`job/${id}`);
    const isKept = run && server.pendingOf(run).some(({ activityType }) => activityType.name === 'keepJob');
    if (isKept && !residencies.some(({ jobId }) => jobId === id))
      errors.push(`A worker was given job ${id}, which has no residency.`);
  }
  return errors;
}
