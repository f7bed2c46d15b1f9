import { openPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** A note that waits for its delivery. */
export interface OwedNote {
  notificationId: number;
  jobId: number;
}

const owedStatement: Statement = {
  name: 'notes-list-owed',
  text: `
    select n."id" as "notificationId", n."jobId" from "Notification" n
    join "Job" j on j."id" = n."jobId" and j."deletedAt" is null
    where n."state" = 'owed' and n."nextAt" <= clock_timestamp()
    order by n."nextAt" limit $1`,
};

/** Notes that are due, the longest waiting first: for whoever missed the word that they are owed. */
export async function listOwedNotes({ limit }: { limit: number }): Promise<OwedNote[]> {
  return query<OwedNote>({ client: openPool(), statement: owedStatement, values: [limit] });
}
