import { getPool } from '#server/database/db.server.ts';
import { engineHealth } from '#server/engine/engine-health.server.ts';
import { relayBacklog, type RelayBacklog } from '#server/engine/relay/relay-backlog.server.ts';
import type { WorkerLoad } from '#server/executions/leases/renew-lease.server.ts';
import { listMaintenanceTasks } from '#server/maintenance/list-maintenance-tasks.server.ts';

/** Number of of the newest executions the lateness is measured over. */
export const measuredRows = 1_000;

/** State of the engine. */
export interface EngineFigures {
  /** Lateness of the newest scheduled fires, in milliseconds; null if there are none. */
  lateness: { p50: number; p99: number; fires: number } | null;
  relay: RelayBacklog;
  /** Over all workers that hold a lease. */
  load: WorkerLoad & { workers: number };
  health: { temporal: boolean; worker: boolean };
  /** Maintenance tasks that are overdue or failed last time. */
  unwell: string[];
}

// By the key of the table, backwards: the cost does not depend on the length of the ledger.
export const latenessText = `
  select percentile_disc(0.5) within group (order by e."latenessMs") as "p50",
    percentile_disc(0.99) within group (order by e."latenessMs") as "p99", count(*) as "fires"
  from (select x."latenessMs", x."trigger" from "Execution" x order by x."id" desc limit ${measuredRows}) e
  where e."latenessMs" is not null and e."trigger" = 'schedule'`;

const loadText = `
  select count(*) as "workers", coalesce(sum("held"), 0) as "held", coalesce(sum("claimed"), 0) as "claimed",
    coalesce(sum("queued"), 0) as "queued", coalesce(sum("callsOut"), 0) as "callsOut",
    coalesce(sum("residents"), 0) as "residents"
  from "Worker" where "leaseUntil" > clock_timestamp() and "settledAt" is null`;

/** Measured now; workers report their load every 2 s. */
export async function engineFigures(): Promise<EngineFigures> {
  const pool = getPool();
  const [lateness, relay, load, health, maintenance] = await Promise.all([
    pool.query<{ p50: number | null; p99: number | null; fires: number }>(latenessText),
    relayBacklog(),
    pool.query<EngineFigures['load']>(loadText),
    engineHealth(),
    listMaintenanceTasks(),
  ]);
  const { p50 = null, p99 = null, fires = 0 } = lateness.rows[0] ?? {};
  return {
    lateness: p50 === null || p99 === null ? null : { p50, p99, fires },
    relay,
    load: load.rows[0] ?? { workers: 0, held: 0, claimed: 0, queued: 0, callsOut: 0, residents: 0 },
    health,
    unwell: maintenance.filter(({ isOverdue, error }) => isOverdue || error !== null).map(({ name }) => name),
  };
}
