import { securityEvents } from '#domain/security-event.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

const enqueueStatement: Statement = {
  name: 'account-mail-events-disabled',
  text: `
    insert into "AccountMail" ("userId", "kind", "key")
    select e."ownerId", 'events_disabled',
      concat('subscription ', e."id", ' since ', extract(epoch from e."disabledAt")::int8)
    from "EventSubscription" e where e."id" = $1
    on conflict ("userId", "kind", "key") do nothing`,
};

const logStatement: Statement = {
  name: 'security-events-disabled',
  text: `
    insert into "SecurityEvent" ("type", "code", "message", "actorId", "subjectId")
    values ($1::"SecurityEventType", 'notification_failed', $2, $3, null)`,
};

/** Enqueues an email about a disabled subscription, with a line in the security log, in the transaction that disables it. */
export async function enqueueDisabledMail({
  client,
  ownerId,
  subscriptionId,
}: {
  client: Pick<Client, 'query'>;
  ownerId: number;
  subscriptionId: number;
}): Promise<void> {
  await query({ client, statement: enqueueStatement, values: [subscriptionId] });
  const { type, text } = securityEvents.notification_failed;
  const message = `${text} (event subscription ${subscriptionId} was disabled)`;
  await query({ client, statement: logStatement, values: [type, message, ownerId] });
}
