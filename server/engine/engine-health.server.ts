import { getPool } from '#server/database/db.server.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const limitMs = 1_000;

/** Reports whether Temporal responds, and whether a worker has been seen within 15 s: its lease runs 10 s ahead. */
export async function engineHealth(): Promise<{ temporal: boolean; worker: boolean }> {
  const [temporal, worker] = await Promise.all([isTemporalReachable(), isWorkerAlive()]);
  return { temporal, worker };
}

async function isTemporalReachable(): Promise<boolean> {
  try {
    await withinMs({ ms: limitMs, call: () => temporalClient().workflowService.getSystemInfo({}) });
    return true;
  } catch {
    recordDependencyDown('Temporal');
    return false;
  }
}

async function isWorkerAlive(): Promise<boolean> {
  try {
    const { rows } = await getPool().query(
      `select from "Worker" where "leaseUntil" > now() - interval '5 seconds' limit 1`,
    );
    return rows.length > 0;
  } catch {
    return false;
  }
}
