import { getPool } from '#server/database/db.server.ts';
import { sendable } from '#server/notifications/sendable.server.ts';

/** Pending pushes to Temporal, and pending notifications. */
export interface RelayBacklog {
  jobs: number;
  /** Wait of the oldest one. */
  oldestSeconds: number;
  pendingNotifications: number;
}

/**
 * Counted at each call. Notifications of deleted jobs and to deleted channels are no longer pending; those of suspended
 * accounts are not counted.
 */
export async function relayBacklog(): Promise<RelayBacklog> {
  const { rows } = await getPool().query<RelayBacklog>(
    `select count(*)::int as "jobs",
       coalesce(extract(epoch from now() - min(coalesce(j."deletedAt", v."changedAt"))), 0)::float8 as "oldestSeconds",
       (
         select count(*)::int ${sendable} and n."state" = 'pending'
       ) as "pendingNotifications"
     from "Job" j
     left join "JobVersion" v on v."jobId" = j."id" and v."version" = j."desiredVersion"
     where j."appliedVersion" < j."desiredVersion" or j."deletedAt" is not null`,
  );
  return rows[0] ?? { jobs: 0, oldestSeconds: 0, pendingNotifications: 0 };
}
