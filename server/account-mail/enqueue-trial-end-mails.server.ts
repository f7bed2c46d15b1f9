import { trialNoticeDays } from '#domain/notifications/account-mail.ts';
import { getPool } from '#server/database/db.server.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

// Key of such an email: the end itself, in seconds since the epoch, so an extended trial is announced again.
const key = `extract(epoch from s."trialEndsAt")::int8::text`;

const enqueueStatement: Statement = {
  name: 'account-mail-owe-trial-end',
  text: `
    insert into "AccountMail" ("userId", "kind", "key")
    select s."userId", 'trial_ending', ${key} from "Subscription" s
    where s."userId" = $1 and s."status" = 'trialing' and s."trialEndsAt" is not null
    on conflict ("userId", "kind", "key") do nothing`,
};

/**
 * Enqueues the mail about the end of an account's trial, once for each end, in the transaction that writes the
 * provider's update.
 */
export async function enqueueTrialEndMail({
  client,
  userId,
}: {
  client: Pick<Client, 'query'>;
  userId: number;
}): Promise<void> {
  await query({ client, statement: enqueueStatement, values: [userId] });
}

/**
 * Enqueues that email for every account with a trial that ends within 3 days, once.
 * @param limit accounts at once, soonest end first
 * @param now UTC milliseconds
 * @returns number of emails enqueued
 */
export async function enqueueTrialEndMails({ limit, now }: { limit: number; now: number }): Promise<number> {
  const { rowCount } = await getPool().query(
    `insert into "AccountMail" ("userId", "kind", "key")
     select s."userId", 'trial_ending', ${key} from "Subscription" s
     where s."status" = 'trialing' and s."trialEndsAt" > $1::timestamptz
       and s."trialEndsAt" <= $1::timestamptz + interval '${trialNoticeDays} days'
       and not exists (select from "AccountMail" m
         where m."userId" = s."userId" and m."kind" = 'trial_ending' and m."key" = ${key})
     order by s."trialEndsAt" limit $2
     on conflict ("userId", "kind", "key") do nothing`,
    [new Date(now), limit],
  );
  return rowCount ?? 0;
}
