import type { AccountMailKind } from '#domain/account-mail.ts';
import { createPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { mostAtOnce } from '#server/mail/mail-slot.server.ts';

/** Longer than sending lasts: what whoever died with it had taken is handed out again then. */
export const holdMs = 60_000;

/** Pauses that one mail tells of: their ends are written in one transaction. Further ones go with the next mail. */
const mostTogether = 200;

/** A mail that is owed, as the table has it. */
export interface PendingMail {
  id: number;
  userId: number;
  kind: AccountMailKind;
  key: string;
  jobIds: number[];
  /** With this one. */
  attempts: number;
}

// Further pauses of an account go with the first that is due: those that were not tried yet, or were tried with it. A
// mail that may have arrived is never sent again with more to tell, since its message id is the same.
const claimStatement: Statement = {
  name: 'account-mail-claim',
  text: `
    with due as (
      select "id", "userId", "kind", "attempts" from "AccountMail"
      where "state" = 'pending' and "nextAt" <= clock_timestamp()
      order by "nextAt", "id" limit $1 for update skip locked
    ), taken as (
      select "id" from due
      union
      select more."id" from due cross join lateral (
        select m."id" from "AccountMail" m
        where m."userId" = due."userId" and m."kind" = due."kind" and m."attempts" = due."attempts"
          and m."kind" = 'jobs_paused' and m."state" = 'pending'
          and (m."attempts" = 0 or m."nextAt" <= clock_timestamp())
        order by m."id" limit $3
      ) more
    )
    update "AccountMail"
    set "attempts" = "attempts" + 1, "nextAt" = clock_timestamp() + $2::int * interval '1 millisecond'
    where "id" in (select "id" from taken) and "state" = 'pending'
      and ("attempts" = 0 or "nextAt" <= clock_timestamp())
    returning "id", "userId", "kind", "key", "jobIds", "attempts"`,
};

/**
 * Takes mails that are due, each of them for as long as sending lasts: nobody else sends it meanwhile.
 * @returns at most as many as the mail server is written to at once, each with all that it tells of; an empty list
 *   when nothing is due
 */
export async function claimMails(): Promise<PendingMail[][]> {
  const rows = await query<PendingMail & { [column: string]: unknown }>({
    client: createPool(),
    statement: claimStatement,
    values: [mostAtOnce, holdMs, mostTogether],
  });
  rows.sort((a, b) => a.id - b.id);
  const together = new Map<string, PendingMail[]>();
  for (const row of rows) {
    const { id, kind, userId, attempts } = row;
    const name = kind === 'jobs_paused' ? `pauses of ${userId} ${attempts}` : `${id}`;
    together.set(name, [...(together.get(name) ?? []), row]);
  }
  return [...together.values()];
}
