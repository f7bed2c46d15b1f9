import type { AppliedRule } from '#domain/notifications/rules.ts';
import { db } from '#server/database/db.server.ts';
import type { Job } from '#server/generated/client.ts';
import type { DecryptedChannel } from '#server/notifications/channels/channel.server.ts';
import { appliedRules, type StoredRule } from './applied-rules.ts';

/** A rule that applies to a job, with the name of its channel; null for the job's or the account's own. */
export interface NamedRule extends AppliedRule {
  name: string | null;
}

/**
 * The rules that apply to a job, for its page.
 * @param open its channel without any rule: its own, the account's or the owner's email
 */
export async function readJobRules({
  job,
  open,
}: {
  job: Pick<Job, 'id' | 'ownerId' | 'notifyFrequency' | 'tags' | 'notificationType' | 'notificationConfig'>;
  open: DecryptedChannel;
}): Promise<NamedRule[]> {
  const rows = await db().notificationRule.findMany({
    where: {
      OR: [
        { jobId: job.id },
        { userId: job.ownerId, jobId: null, OR: [{ tag: null }, { tag: { in: job.tags } }] },
      ],
    },
    include: { channel: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  const names = new Map(rows.map(({ channelId, channel }) => [channelId, channel.name]));
  const rules = rows as StoredRule[];
  return appliedRules({ job, rules, hasDefault: open.channel !== 'email' }).map((rule) => ({
    ...rule,
    name: rule.channelId === null ? null : (names.get(rule.channelId) ?? null),
  }));
}
