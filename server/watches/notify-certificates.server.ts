import { certificateStep } from '#domain/notifications/certificate-steps.ts';
import { getPool } from '#server/database/db.server.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { withinRun } from '#server/maintenance/in-batches.server.ts';
import { readTaskWalk, writeTaskWalk } from '#server/maintenance/task-walk.server.ts';
import { walkJobs } from '#server/maintenance/walk-jobs.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { eventFact } from '#server/notifications/event-fact.ts';
import { unseal } from '#server/sealing/seal.server.ts';

export const certificatesName = 'certificates';

interface EndingCertificate {
  jobId: number;
  ownerId: number;
  webhookUrl: string;
  certificateDays: number;
  target: string;
  fingerprint: string;
  subject: string;
  issuer: string;
  endsAt: Date;
  /** Occurrences that the job was notified of. */
  notified: string[];
}

export const endingStatement: Statement = {
  name: 'watches-ending-certificates',
  text: `
    select j."id" as "jobId", j."ownerId", j."webhookUrl", j."certificateDays",
      c."target", c."fingerprint", c."subject", c."issuer", c."endsAt",
      array(
        select distinct n."occurrence" from "Notification" n
        where n."jobId" = j."id" and n."executionId" is null
      ) as "notified"
    from "Job" j join "TargetCertificate" c on c."target" = j."targetHost"
    where j."id" = any($1::int[]) and j."deletedAt" is null and j."status" = 'active' and j."type" = 'webhook'
      and j."certificateDays" > 0 and c."endsAt" > to_timestamp($2::int8 / 1000.0)
      and c."endsAt" <= to_timestamp($2::int8 / 1000.0) + make_interval(hours => 24 * j."certificateDays")`,
};

/** Jobs up to and including this id are done. */
interface Walk {
  after: number;
}

/**
 * Notifies active jobs whose target's certificate ends soon: once within the days of the job, then 3 days and 1 day
 * before; again only for another certificate. Each is enqueued once, however often this runs and by however many
 * workers. A run that is over before the last job is continued by the next one.
 * @param now UTC milliseconds
 * @returns number of jobs with a new notification
 */
export async function notifyCertificates({
  isStopping,
  now = Date.now(),
}: {
  isStopping: () => boolean;
  now?: number;
}): Promise<number> {
  const isOver = withinRun(isStopping);
  let notified = 0;
  const { after } = (await readTaskWalk<Walk>(certificatesName)) ?? { after: 0 };
  for await (const jobIds of walkJobs({ isStopping: isOver, after })) {
    notified += await notifyJobs({ jobIds, now });
    if (isOver()) return notified;
    await writeTaskWalk({ name: certificatesName, walk: { after: jobIds.at(-1) ?? 0 } satisfies Walk });
  }
  if (!isOver()) await writeTaskWalk({ name: certificatesName, walk: { after: 0 } satisfies Walk });
  return notified;
}

async function notifyJobs({ jobIds, now }: { jobIds: number[]; now: number }): Promise<number> {
  const rows = await query<EndingCertificate & { [column: string]: unknown }>({
    client: getPool(),
    statement: endingStatement,
    values: [jobIds, now],
  });
  const facts = rows.flatMap((row) => {
    const { jobId, certificateDays: days, target: host, fingerprint, subject, issuer } = row;
    const endsAt = row.endsAt.getTime();
    const step = certificateStep({ endsAt, days, now });
    const occurrence = `certificate ${fingerprint} ${step}`;
    if (step === null || row.notified.includes(occurrence) || !isSecure(row)) return [];
    const details = { kind: 'certificate' as const, host, subject, issuer, endsAt };
    return [eventFact({ jobId, occurrence, details, now })];
  });
  if (facts.length > 0) await inTransaction((client) => enqueueNotifications({ client, facts }));
  return facts.length;
}

/** The host of a job says nothing about its scheme: a plain call has no certificate. */
function isSecure({ jobId, ownerId, webhookUrl }: EndingCertificate): boolean {
  try {
    return /^https:/i.test(unseal({ sealed: webhookUrl, userId: ownerId, field: 'job.webhookUrl' }));
  } catch (error) {
    log().error({ jobId, ...errorFields(error) }, 'The URL of a job could not be decrypted.');
    return false;
  }
}
