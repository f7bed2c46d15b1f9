import { AppError } from '#domain/errors.ts';
import { type GivenRule, type NotifyRule, twiceText } from '#domain/notifications/notify-rules.ts';
import { db, type Tx } from '#server/database/db.server.ts';

type Reader = Pick<Tx, 'channel'>;

const mostListed = 10;

/**
 * The rules of a job with the names of their channels, which may be given by their ids.
 * @throws AppError validation_error that names the place: no such channel, or one with two rules
 */
export async function nameChannels({
  rules,
  ...account
}: {
  tx: Reader;
  ownerId: number;
  rules: readonly GivenRule[] | null;
}): Promise<NotifyRule[] | null> {
  return rules === null ? null : nameKnownChannels({ rules, known: await listChannelNames(account) });
}

/**
 * The same with the channels of the account, for many lists.
 * @param place of the list, for errors
 */
export function nameKnownChannels({
  rules,
  known,
  place: list = 'notifyRules',
}: {
  place?: string;
  rules: readonly GivenRule[];
  known: readonly { id: number; name: string }[];
}): NotifyRule[] {
  const named: NotifyRule[] = [];
  const errors: Record<string, string> = {};
  for (const [index, rule] of rules.entries()) {
    const found = known.find(
      ({ id, name }) => rule.channel === (typeof rule.channel === 'number' ? id : name),
    );
    const place = `${list}.${index}.channel`;
    if (!found) errors[place] = unknownText({ channel: rule.channel, known });
    else if (named.some(({ channel }) => channel === found.name)) errors[place] = twiceText(found.name);
    else named.push({ channel: found.name, events: rule.events, after: rule.after });
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation_error', { details: errors });
  return named;
}

/** Names of an account's channels, in their order. */
export function listChannelNames({ tx = db(), ownerId }: { tx?: Reader; ownerId: number }) {
  return tx.channel.findMany({
    where: { userId: ownerId, deletedAt: null },
    select: { id: true, name: true, kind: true },
    orderBy: { name: 'asc' },
  });
}

/** The sentence for a channel that the account does not have. */
function unknownText({
  channel,
  known,
}: {
  channel: string | number;
  known: readonly { name: string }[];
}): string {
  const shown = typeof channel === 'number' ? `id ${channel}` : `the name “${channel}”`;
  const names = known.slice(0, mostListed).map(({ name }) => name);
  const more = known.length > mostListed ? `, and ${known.length - mostListed} more` : '';
  return known.length === 0
    ? `Your account has no channel with ${shown}. Add one in the settings first.`
    : `Your account has no channel with ${shown}. Add one in the settings, or use one of these: ${names.join(', ')}${more}.`;
}
