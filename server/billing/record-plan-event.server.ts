import { type SecurityEventCode, securityEvents } from '#domain/security-event.ts';
import type { Client } from '#server/database/transaction.server.ts';
import type { EventRequest } from '#server/security-log/record-event.server.ts';

/** The person or webhook behind a change of a plan; absent for automatic changes. */
export interface PlanActor {
  id?: number;
  request?: EventRequest;
  /** Set if an admin changed another account's plan. */
  isAdmin?: true;
}

/** Adds an entry about an account's plan to the security log, in the same transaction. */
export async function recordPlanEvent({
  client,
  code,
  userId,
  actor = {},
  details,
}: {
  client: Pick<Client, 'query'>;
  code: SecurityEventCode & ('tier_changed' | 'stripe_stale' | 'admin_action');
  userId: number;
  actor?: PlanActor;
  details: Record<string, string | number>;
}): Promise<void> {
  const { type, text } = securityEvents[code];
  const said = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  const { id: actorId = null, request } = actor;
  await client.query(
    `insert into "SecurityEvent" ("type", "code", "message", "subjectId", "actorId", "requestId", "ip", "userAgent")
     values ($1::"SecurityEventType", $2, $3, $4, $5, $6, $7, $8)`,
    [
      type,
      code,
      `${text} (${said.join(', ')})`,
      userId,
      actorId,
      request?.id ?? null,
      request?.ip ?? null,
      request?.userAgent?.slice(0, 300) ?? null,
    ],
  );
}
