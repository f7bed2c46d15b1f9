import type { Channel } from '#domain/notifications/notification.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { isSlackHost } from '#server/notifications/channels/slack-host.server.ts';
import { callGroupOf } from '#server/outbound/limits/call-group.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { reserveDelivery, type Reservation } from './reserve-delivery.server.ts';

/** Messages of an account to all destinations in one domain, a minute. */
const mostToDomain = 30;
/** The same of all free accounts together: more accounts do not give more messages. */
const mostOfFree = 300;

const tierStatement: Statement = {
  name: 'notes-tier-of-owner',
  text: `select "tier" from "User" where "id" = $1`,
};

/**
 * Counts a message toward its domain, per account and over all free ones: destinations that differ in their path alone
 * are one target (as for calls, security.md section 6). Slack has a pace per hook, mails have their own limits, and
 * push messages go to known services alone.
 *
 * @param destination null if unknown
 */
export async function reserveDomainDelivery({
  client,
  ownerId,
  channel,
  destination,
  now,
}: {
  client: Client;
  ownerId: number;
  channel: Channel;
  destination: string | null;
  now: number;
}): Promise<Reservation> {
  const isFree = { kind: 'go', isDigest: false } as const;
  const host = destination === null ? undefined : parseUrl(destination)?.host;
  if (channel === 'email' || channel === 'push' || host === undefined) return isFree;
  const { domain, isExempt, isUncapped } = callGroupOf({ target: host });
  if (isSlackHost(host) || isExempt || isUncapped) return isFree;
  const [owner] = await query<{ tier: string }>({ client, statement: tierStatement, values: [ownerId] });
  const take = (of: { whose: number | 'free'; most: number; takeWider?: () => Promise<Reservation> }) => {
    const key = keyedHash({ purpose: 'note-channel', text: `domain ${of.whose} ${domain}` });
    return reserveDelivery({ client, key, isSlack: false, now, ...of });
  };
  const takeFree = () => take({ whose: 'free', most: mostOfFree });
  return take({
    whose: ownerId,
    most: mostToDomain,
    ...(owner?.tier === 'free' && { takeWider: takeFree }),
  });
}
