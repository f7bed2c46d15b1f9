import type { AccountMailKind } from '#domain/notifications/account-mail.ts';
import { minuteMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { mostAtOnce } from '#server/mail/mail-slot.server.ts';

/** Longer than sending takes: emails claimed by a dead process are claimed again then. */
export const mailHoldMs = minuteMs;

/** Pauses in one email: their results are written in one transaction. Others go with the next email. */
const mostTogether = 200;

/** A pending mail, as in the table. */
export interface PendingMail {
  id: number;
  userId: number;
  kind: AccountMailKind;
  key: string;
  jobIds: number[];
  /** With this one. */
  attempts: number;
}

// Other pauses of an account join the first due one: those not tried yet, or tried together with it. An email that may
// have arrived is never sent again with more content, since its message id is the same.
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
 * Claims due emails for the duration of their sending: no other worker sends them meanwhile.
 * @returns at most as many as there are connections to the mail server, each with its content; an empty list if nothing
 *   is due
 */
export async function claimMails(): Promise<PendingMail[][]> {
  const rows = await query<PendingMail & { [column: string]: unknown }>({
    client: getPool(),
    statement: claimStatement,
    values: [mostAtOnce, mailHoldMs, mostTogether],
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
