import type { JobInput } from '#domain/job/job.ts';
import { readDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { exportedHistory, type ExportedExecution } from '#server/accounts/exported-history.server.ts';
import {
  exportedSubscriptions,
  type ExportedSubscription,
} from '#server/accounts/exported-subscriptions.server.ts';
import { listSessions } from '#server/accounts/sessions/list-sessions.server.ts';
import type { Account, RequestFacts } from '#server/accounts/types.ts';
import { listApiKeys } from '#server/api-keys/list-api-keys.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { listChannels } from '#server/channels/list-channels.server.ts';
import { db } from '#server/database/db.server.ts';
import type { DailyStat, Job, JobVersion } from '#server/generated/client.ts';
import { type Incident, walkJobIncidents } from '#server/incidents/list-incidents.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { listRecipients } from '#server/mail/list-recipients.server.ts';
import { listPushBrowsers } from '#server/push/list-push-browsers.server.ts';
import {
  type ExportedNotification,
  jobNotificationsOf,
} from '#server/notifications/exported-notifications.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { readDefaults } from '#server/notifications/rules/default-rules.server.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { type OwnEvent, walkOwnEvents } from '#server/security-log/walk-own-events.server.ts';
import { signingState } from '#server/signing/signing-state.server.ts';
import { maskJob } from '#server/transfer/mask-job.server.ts';
import { walkAllRows } from '#server/transfer/walk-rows.server.ts';
import { readWatched, type WatchedNow } from '#server/watches/read-watched.server.ts';
import { listViews } from '#server/views/list-views.server.ts';

/** A job with all its stored data; values of headers that look like secrets are masked. */
export interface ExportedJob {
  job: Pick<
    Job,
    | 'id'
    | 'desiredVersion'
    | 'createdAt'
    | 'updatedAt'
    | 'pausedUntil'
    | 'pauseReason'
    | 'timeoutSeconds'
    | 'type'
  >;
  input: JobInput;
  changes: Pick<JobVersion, 'version' | 'changedAt' | 'changedById' | 'summary'>[];
  days: Omit<DailyStat, 'jobId'>[];
  /** All kept ones, oldest first. */
  incidents: AsyncGenerator<Incident>;
  executions: AsyncGenerator<ExportedExecution>;
  /** Notifications without an execution, such as those of a certificate. */
  notifications: ExportedNotification[];
  watched: WatchedNow | null;
}

export interface AccountExport {
  facts: Awaited<ReturnType<typeof readFacts>>;
  events: AsyncGenerator<OwnEvent[]>;
  subscriptions: AsyncGenerator<ExportedSubscription>;
  jobs: AsyncGenerator<ExportedJob>;
}

/**
 * All data of an account, as a stream of pieces. Keys and secrets are named, their values never included. It counts as
 * an export and is recorded in the security log.
 * @throws AppError rate_limit: 5 exports an hour (security.md section 6), before anything is read
 */
export async function exportAccount({
  user,
  request,
}: {
  user: Account;
  request: RequestFacts;
}): Promise<AccountExport> {
  const asker = { actorId: user.id, path: '/dashboard/settings/export.json', request };
  await consumeRateLimit({ limit: 'export', key: user.id, ...asker });
  await recordEvent({ tx: db(), code: 'export', details: { what: 'account' }, ...asker });
  return {
    facts: await readFacts(user),
    events: walkOwnEvents({ actorId: user.id }),
    subscriptions: exportedSubscriptions(user.id),
    jobs: exportedJobs(user.id),
  };
}

async function readFacts(user: Account) {
  const { id: userId } = user;
  const [
    subscription,
    keys,
    secrets,
    signing,
    channel,
    channels,
    recipients,
    mails,
    sessions,
    browsers,
    billing,
    views,
    defaults,
  ] = await Promise.all([
    currentSubscription({ userId }),
    listApiKeys({ userId }),
    listSecrets({ ownerId: userId }),
    signingState({ userId }),
    readDefaultChannel({ userId }),
    listChannels({ owner: user }),
    listRecipients({ userId }),
    db().accountMail.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
    listSessions({ userId }),
    listPushBrowsers({ userId }),
    db().subscription.findUnique({ where: { userId }, select: { keptJobIds: true } }),
    listViews({ userId }),
    readDefaults({ ownerId: userId }),
  ]);
  const keptJobIds = billing?.keptJobIds ?? [];
  return {
    user,
    subscription,
    keys,
    secrets,
    signing,
    channel,
    channels,
    recipients,
    mails,
    sessions,
    browsers,
    keptJobIds,
    views,
    defaults,
  };
}

async function* exportedJobs(ownerId: number): AsyncGenerator<ExportedJob> {
  for await (const row of walkAllRows(ownerId)) yield exportedJob(row);
}

async function exportedJob(row: JobRow): Promise<ExportedJob> {
  const { id: jobId, ownerId } = row;
  const [changes, days, notifications, watched] = await Promise.all([
    db().jobVersion.findMany({
      where: { jobId },
      orderBy: { version: 'asc' },
      select: { version: true, changedAt: true, changedById: true, summary: true },
    }),
    db().dailyStat.findMany({ where: { jobId }, orderBy: { day: 'asc' }, omit: { jobId: true } }),
    jobNotificationsOf({ ownerId, jobId }),
    readWatched({ ownerId, jobId, watch: row.answerWatch }),
  ]);
  return {
    job: row,
    input: maskJob(jobInputOf(decryptJob(row))),
    changes,
    days,
    incidents: walkJobIncidents({ ownerId, jobId }),
    executions: exportedHistory({ ownerId, jobId }),
    notifications,
    watched,
  };
}
