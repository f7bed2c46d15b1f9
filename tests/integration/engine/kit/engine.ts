import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, inject, vi } from 'vitest';
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

export const executionsOf = (jobId: number) =>
  db().execution.findMany({ where: { jobId }, orderBy: { dueAt: 'asc' }, include: { attempts: true } });

/** Time enough for a test on a busy machine. */
export const patient = { timeout: 60_000 };

/** Waits until something holds; the engine's clocks are real. */
export const eventually = <Result>(check: () => Promise<Result> | Result, timeout = 25_000) =>
  vi.waitFor(check, { timeout, interval: 50 });
