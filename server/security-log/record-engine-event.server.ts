import { type SecurityEventCode, securityEvents } from '#domain/security-event.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

const insertStatement: Statement = {
  name: 'security-engine-events',
  text: `
    insert into "SecurityEvent" ("type", "code", "message", "subjectId")
    select $1::"SecurityEventType", $2, $3, * from unnest($4::int[])`,
};

/**
 * Adds an entry for each job the engine changed by itself, in the ledger's transaction: a rollback removes the entries
 * too. There is no actor.
 */
export async function recordEngineEvent({
  client,
  code,
  jobIds,
}: {
  client: Pick<Client, 'query'>;
  code: SecurityEventCode;
  jobIds: number[];
}): Promise<void> {
  if (jobIds.length === 0) return;
  const { type, text } = securityEvents[code];
  await query({ client, statement: insertStatement, values: [type, code, text, jobIds] });
}
