import { sessionIdleMs } from '#server/accounts/sessions/read-session.server.ts';
import { offersKeptYears } from '#server/billing/offer-use.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { inBatches, withinRun } from './in-batches.server.ts';

/** Tables with expiring rows, and their condition. */
const expired = [
  ['OneTimeToken', '"expiresAt" < now()'],
  ['Session', `"expiresAt" < now() or "lastSeenAt" < now() - interval '${sessionIdleMs / 1000} seconds'`],
  ['IdempotencyKey', '"expiresAt" < now()'],
  ['AccessToken', '"endsAt" < now()'],
  ['TestRun', `"createdAt" < now() - interval '24 hours'`],
  // The limit of email counts one hour.
  ['MailSent', `"sentAt" < now() - interval '2 hours'`],
  ['RateLimit', '"expire" < extract(epoch from now()) * 1000'],
  // The dashboard shows an hour.
  ['OwnerMinute', `"minute" < now() - interval '2 hours'`],
  // The longest window of an alert is 6 h.
  ['LostFires', `"at" < now() - interval '1 day'`],
  // An event is good for 300 s; the provider sends one again for three days.
  ['PaymentEvent', `"receivedAt" < now() - interval '90 days'`],
  ['OfferUse', `"usedAt" < now() - interval '${offersKeptYears} years'`],
  // Its subject, such as the end of a trial, is not announced again after that.
  ['AccountMail', `"endedAt" < now() - interval '90 days'`],
  // The claims of a lost worker are settled in the transaction that marks it.
  ['Worker', `"settledAt" < now() - interval '1 day'`],
  // Of no execution, which would take them with it; a certificate has ended by then.
  ['Notification', `"executionId" is null and "endedAt" < now() - interval '120 days'`],
  ['TargetCertificate', `"endsAt" < now() - interval '30 days'`],
  // The pace of a destination covers one minute; notifications still waiting for it go as a digest, which its row
  // remembers.
  [
    'NotificationChannel',
    `"windowAt" < now() - interval '1 day' and not exists (
       select from "Notification" n where n."channelKey" = "NotificationChannel"."key" and n."state" = 'pending')`,
  ],
  // Its jobs go first, with the workflows that call for them.
  [
    'User',
    `"deletedAt" is not null and not exists (select from "Job" j where j."ownerId" = "User"."id")
     and not exists (select from "EventSubscription" e where e."ownerId" = "User"."id")`,
  ],
] as const;

/**
 * Removes expired tokens, access tokens of jobs, sessions, idempotency keys, test runs, counts of email and limits, ids
 * of payment events, used offers, account emails, notifications of certificates and certificates that have ended, counts for alerts, paces of notifications, workers and accounts.
 */
export async function removeExpired({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const isOver = withinRun(isStopping);
  let removed = 0;
  for (const [table, isExpired] of expired) {
    const step = async (limit: number) => {
      const { rowCount } = await getPool().query(
        `delete from "${table}" where ctid = any(array(
           select ctid from "${table}" where ${isExpired} limit $1 for update skip locked))`,
        [limit],
      );
      return rowCount ?? 0;
    };
    removed += await inBatches({ isOver, step });
  }
  return removed;
}
