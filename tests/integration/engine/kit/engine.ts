import { randomInt, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, expect, inject, vi } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { aJob, aUser } from '#tests/integration/makers.ts';
import { callOut } from '#worker/call-out.ts';
import { startWorker, type WorkerParts } from '#worker/start-worker.ts';
import { installRuntime } from '#worker/telemetry.ts';
import { fastSchedule, often } from './fast-schedule.ts';
import { engineServer } from './server-address.ts';
import { startTarget } from './target.ts';

// A set-up of the engine's test files: a target, a task queue and ids of jobs and owners no other file uses.
export const target = await startTarget();
export const hasTemporal = engineServer.address !== '';

Object.assign(process.env, {
  TEMPORAL_ADDRESS: engineServer.address,
  TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
  OUTBOUND_ALLOW_TARGETS: [process.env.OUTBOUND_ALLOW_TARGETS, target.authority].filter(Boolean).join(','),
});
for (const table of ['Job', 'User']) {
  await db().$executeRawUnsafe(
    `alter sequence "${table}_id_seq" restart with ${randomInt(1, 2_000_000) * 1000}`,
  );
}

installRuntime();

afterAll(async () => {
  await closeTemporalClient();
  target.stop();
});

/** Delay of a further attempt; a path may set another one: /fail?retry=900. */
const retryMs = 250;

/** The real worker in this process, with fires two seconds apart and short delays between attempts. */
export async function aWorker(parts: Pick<WorkerParts, 'admission' | 'schedule'> = {}) {
  const worker = await startWorker({
    schedule: fastSchedule,
    ...parts,
    bundle: inject('workflowBundle'),
    shutdownMs: 1_000,
    callOut: async (order) => {
      const result = await callOut(order);
      const delayMs = Number(new URL(order.call.url).searchParams.get('retry') ?? retryMs);
      return { ...result, retryAt: result.retryAt && result.endedAt + delayMs };
    },
  });
  return worker;
}

/** A job as its owner saves it, called often, at a unique path. */
export async function aLiveJob({
  path = '/ok',
  ownedBy,
  ...given
}: Partial<JobInput> & { path?: string; ownedBy?: Awaited<ReturnType<typeof aUser>> } = {}) {
  const owner = ownedBy ?? (await aUser());
  const ownPath = `${path}${path.includes('?') ? '&' : '?'}job=${randomUUID()}`;
  const input = aJob({ cronExpression: often, webhookUrl: target.url(ownPath), ...given });
  const { id: jobId } = await createJob({ owner, input });
  return { owner, jobId, path: ownPath, arrivals: () => target.at(ownPath) };
}

export type LiveJob = Awaited<ReturnType<typeof aLiveJob>>;

/** Jobs of one owner without retries, each called at least once. */
export async function someLiveJobs(
  count: number,
  { withinMs, ...given }: { withinMs?: number; cronExpression?: string; retryCount?: number } = {},
): Promise<LiveJob[]> {
  const ownedBy = await aUser({ tier: 'ultimate' });
  const jobs: LiveJob[] = [];
  while (jobs.length < count) jobs.push(await aLiveJob({ retryCount: 0, ...given, ownedBy }));
  await untilCalled(jobs, { since: 0, ...(withinMs && { withinMs }) });
  return jobs;
}

/** Waits until each of these jobs has been called for an instant after another one. */
export const untilCalled = (
  jobs: LiveJob[],
  { since, withinMs }: { since: number; withinMs?: number },
): Promise<void> =>
  eventually(
    () => expect(jobs.filter((job) => calledFor(job).some((at) => at > since))).toHaveLength(jobs.length),
    withinMs,
  );

export const executionsOf = (jobId: number) =>
  db().execution.findMany({ where: { jobId }, orderBy: { dueAt: 'asc' }, include: { attempts: true } });

/** The instants that a job was called for, in order of the calls. */
export const calledFor = (job: { arrivals: () => { headers: IncomingHttpHeaders }[] }): number[] =>
  job.arrivals().map(({ headers }) => Date.parse(String(headers['x-punctual-scheduled-for'])));

/** Throws unless each instant of a job has exactly one row, from the first row to the last one. */
export function expectEachInstantOnce(
  rows: { scheduledFor: Date | null; missedUntil: Date | null }[],
  everyMs = 2_000,
): void {
  const instants = rows.flatMap(({ scheduledFor, missedUntil }) => {
    const from = Number(scheduledFor);
    const length = (Number(missedUntil ?? scheduledFor) - from) / everyMs + 1;
    return Array.from({ length }, (_, index) => from + index * everyMs);
  });
  const [first = 0] = instants;
  expect(instants).toEqual(instants.map((_, index) => first + index * everyMs));
}

/** Time enough for a test on a busy machine. */
export const patient = { timeout: 60_000 };

/** Waits until something holds; the engine's clocks are real. */
export const eventually = <Result>(check: () => Promise<Result> | Result, timeout = 25_000) =>
  vi.waitFor(check, { timeout, interval: 50 });
