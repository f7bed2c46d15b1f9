import type { JobInput } from '#domain/job/job.ts';
import type { RuleEvent } from '#domain/notifications/rules.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import type { Channel, Execution, Job, Prisma, User } from '#server/generated/client.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

export const hourMs = 3_600_000;
/** An instant in the past that tests count from. */
export const noon = Date.parse('2026-03-02T12:00:00Z');

/** A job with a webhook channel, unless the test says otherwise. */
export async function aNotifyingJob({ owner, ...given }: Partial<JobInput> & { owner?: User } = {}): Promise<
  Job & { owner: User }
> {
  const notifiedUser = owner ?? (await aUser());
  const job = await aSavedJob({
    owner: notifiedUser,
    notificationType: 'webhook',
    notificationConfig: 'https://notes.example.com/in',
    ...given,
  });
  return { ...job, owner: notifiedUser };
}

/** A completed execution in the ledger; each of a job has its own minute. */
export async function anEnd({
  jobId,
  at = noon,
  ...given
}: Partial<Prisma.ExecutionUncheckedCreateInput> & { jobId: number; at?: number }): Promise<Execution> {
  const outcome = given.outcome ?? 'failed';
  return db().execution.create({
    data: {
      jobId,
      trigger: 'schedule',
      scheduledFor: new Date(at),
      dueAt: new Date(at),
      startedAt: new Date(at + 20),
      endedAt: new Date(at + 412),
      durationMs: 392,
      jobVersion: 1,
      attemptCount: 1,
      outcome,
      ...(outcome === 'failed' && {
        statusCode: 503,
        errorCode: 'status_rejected',
        verdict: 'Failed: the response was 503; this job expects 2xx.',
      }),
      ...given,
    },
  });
}

type Given = Partial<Omit<CompletionEvent, 'executionId'>> & { jobId: number };

/** The fact of an execution that has just ended; by default the first failure of a streak. */
export async function aFact({ jobId, now = noon, ...given }: Given): Promise<CompletionEvent> {
  const outcome = given.outcome ?? 'failed';
  const { id } = await anEnd({ jobId, outcome, at: now });
  const streak = given.streak ?? (outcome === 'failed' ? 1 : 0);
  return {
    jobId,
    executionId: Number(id),
    outcome,
    streak,
    previousStreak: Math.max(0, streak - 1),
    streakStartedAt: streak > 0 ? now : null,
    streakNotifiedAt: null,
    now,
    isTest: false,
    kind: 'ended',
    ...given,
  };
}

/** Enqueues the notifications of these facts, in one transaction. */
export const enqueue = (...facts: CompletionEvent[]) =>
  inTransaction((client) => enqueueNotifications({ client, facts }));

export const notificationsOf = (jobId: number) =>
  db().notification.findMany({ where: { jobId }, orderBy: { id: 'asc' } });

export const rulesOf = async (jobId: number) => (await notificationsOf(jobId)).map(({ rule }) => rule);

/** A named Slack channel of an account. */
export const aChannel = ({ owner, name }: { owner: User; name: string }) =>
  db().channel.create({
    data: {
      ...{ userId: owner.id, name, kind: 'slack' },
      config: seal({
        text: `https://hooks.slack.com/services/T0/B0/${encodeURIComponent(name)}`,
        userId: owner.id,
        field: 'channel.config',
      }),
    },
  });

/** A rule of a job, of a tag, or of the account if it is given neither. */
export async function aRule({
  channel: { id: channelId, userId, name: channel },
  jobId,
  tag,
  events = ['failure', 'recovery', 'reminder', 'missed', 'paused'],
  after = 1,
}: {
  channel: Channel;
  jobId?: number;
  tag?: string;
  events?: RuleEvent[];
  after?: number;
}): Promise<void> {
  if (jobId === undefined) {
    await db().notificationRule.create({ data: { userId, channelId, tag: tag ?? null, events, after } });
    return;
  }
  const { notifyRules } = await db().job.findUniqueOrThrow({ where: { id: jobId } });
  const rules = [...(JSON.parse(notifyRules ?? '[]') as object[]), { channel, events, after }];
  await db().job.update({ where: { id: jobId }, data: { notifyRules: JSON.stringify(rules) } });
}
