import { minuteMs } from '#domain/time/units.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import type { PendingMail } from './claim-mails.server.ts';

/** Between the attempts: a mail server may be away for a day. After the last one a mail is given up. */
const waitsMs = [1, 5, 30, 120, 360, 720, 1_440].map((minutes) => minutes * minuteMs);

/** Result of one delivery. */
export interface SentMail {
  /** Null when it has arrived at the mail server. */
  errorCode: string | null;
  /** Another try would end the same way. */
  isFinal: boolean;
  /** It should have been sent: its failure is recorded in the security log. */
  hasError: boolean;
}

/**
 * Records the result of a delivery for all its emails. It is retried after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours,
 * then fails with an entry in the security log.
 * @returns number of ended emails
 */
export async function endMails({ mails, sent }: { mails: PendingMail[]; sent: SentMail }): Promise<number> {
  const { errorCode } = sent;
  return db().$transaction(async (tx) => {
    let ended = 0;
    // Uses the clock that decides due times.
    const now = await databaseNow({ tx });
    for (const { id, userId, kind, attempts } of mails) {
      const waitMs = sent.isFinal ? undefined : waitsMs[attempts - 1];
      const ends = errorCode === null || waitMs === undefined;
      const { count } = await tx.accountMail.updateMany({
        where: { id, state: 'pending' },
        data: {
          errorCode,
          ...(ends
            ? { state: errorCode === null ? 'sent' : 'failed', endedAt: now }
            : { nextAt: new Date(now.getTime() + waitMs) }),
        },
      });
      // Already written, by a transaction whose commit was not confirmed.
      if (!ends || count === 0) continue;
      ended += 1;
      if (errorCode === null || !sent.hasError) continue;
      await recordEvent({
        tx,
        code: 'notification_failed',
        subjectId: userId,
        details: { mail: id, kind, error: errorCode },
      });
    }
    return ended;
  });
}
