import { isFireTrigger } from '#domain/trigger.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';

// A row a transaction, never one that others write to: batches do not wait for each other.
const lostStatement: Statement = {
  name: 'ledger-count-lost',
  text: `insert into "LostFires" ("fires") values ($1)`,
};

/**
 * Counts fires that ended missed or unknown, for the alerts of operators. Stored, because a process's own counter
 * starts at zero, and just-started processes record an outage.
 */
export async function countLost({
  client,
  completed,
}: {
  client: Client;
  completed: CompletedExecution[];
}): Promise<void> {
  const lost = completed.filter(
    ({ outcome, trigger }) => (outcome === 'missed' || outcome === 'unknown') && isFireTrigger(trigger),
  );
  if (lost.length > 0) await query({ client, statement: lostStatement, values: [lost.length] });
}
