import { AppError } from '#domain/errors.ts';
import type { DefaultRules, GivenDefaults } from '#domain/notifications/default-rules.ts';
import type { GivenRule, NotifyRule } from '#domain/notifications/notify-rules.ts';
import type { RuleEvent } from '#domain/notifications/rules.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { listChannelNames, nameKnownChannels } from './name-channels.server.ts';

/** The notification defaults of an account. */
export async function readDefaults({
  tx = db(),
  ownerId,
}: {
  tx?: Pick<Tx, 'notificationRule'>;
  ownerId: number;
}): Promise<DefaultRules> {
  const rows = await tx.notificationRule.findMany({
    where: { userId: ownerId, jobId: null },
    include: { channel: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  const account: NotifyRule[] = [];
  // A tag may have the name of a property that every object has.
  const tags = new Map<string, NotifyRule[]>();
  for (const { tag, channel, events, after } of rows) {
    const list = tag === null ? account : (tags.get(tag) ?? []);
    list.push({ channel: channel.name, events: events as RuleEvent[], after });
    if (tag !== null) tags.set(tag, list);
  }
  return { account, tags: Object.fromEntries(tags) };
}

/**
 * Replaces the notification defaults of an account by what a change makes of them. Applies to later notifications.
 * @param change called under the owner's lock, with what is saved
 * @throws AppError validation_error that names the place, such as tags.billing.0.channel: no such channel, or two rules
 *   for one
 */
export async function saveDefaults({
  owner,
  change,
}: {
  owner: Owner;
  change: (before: DefaultRules) => GivenDefaults;
}): Promise<DefaultRules> {
  const ownerId = owner.id;
  return savesOf(ownerId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId });
    const before = await readDefaults({ tx, ownerId });
    const known = await listChannelNames({ tx, ownerId });
    const after = named({ given: change(before), known });
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await tx.notificationRule.deleteMany({ where: { userId: ownerId, jobId: null } });
    const idOf = (name: string) => known.find((channel) => channel.name === name)?.id ?? 0;
    const scopes = [[null, after.account] as const, ...Object.entries(after.tags)];
    await tx.notificationRule.createMany({
      data: scopes.flatMap(([tag, rules]) =>
        rules.map(({ channel, ...rule }) => ({ userId: ownerId, tag, channelId: idOf(channel), ...rule })),
      ),
    });
    await recordEvent({
      ...{ tx, code: 'user_changed', actorId: ownerId, subjectId: ownerId },
      details: { notification_defaults: scopes.reduce((sum, [, rules]) => sum + rules.length, 0) },
      ...(owner.request && { request: owner.request }),
    });
    return after;
  });
}

function named({
  given,
  known,
}: {
  given: GivenDefaults;
  known: Awaited<ReturnType<typeof listChannelNames>>;
}): DefaultRules {
  const errors: Record<string, string> = {};
  const listAt = (place: string, rules: GivenRule[]): NotifyRule[] => {
    try {
      return nameKnownChannels({ rules, known, place });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      Object.assign(errors, error.details);
      return [];
    }
  };
  const defaults: DefaultRules = {
    account: listAt('account', given.account),
    tags: Object.fromEntries(
      Object.entries(given.tags)
        .filter(([, rules]) => rules.length > 0)
        .map(([tag, rules]) => [tag, listAt(`tags.${tag}`, rules)]),
    ),
  };
  if (Object.keys(errors).length > 0) throw new AppError('validation_error', { details: errors });
  return defaults;
}
