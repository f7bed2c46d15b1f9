import type { Channel } from '#domain/notifications/notification.ts';
import { isProviderHost, isSlackHost } from '#domain/notifications/provider-urls.ts';
import { readStoredChannel } from '#domain/notifications/stored-channel.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { mostOfNtfyVisitor, ntfyVisitor } from '#server/notifications/channels/kinds/ntfy.server.ts';
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
 * are one target (as for calls, security.md section 6). Providers have a pace per hook or chat, mails have their own
 * limits, and push messages go to known services alone. A server of ntfy counts all that comes from our address.
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
  const ntfy = channel === 'ntfy' && destination !== null ? readNtfy(destination) : null;
  const host = destination === null ? undefined : parseUrl(ntfy?.server ?? destination)?.host;
  if (channel === 'email' || channel === 'push' || host === undefined) return isFree;
  const { domain, isExempt, isUncapped } = callGroupOf({ target: host });
  const take = ({ of, most: perMinute, takeWider }: Wider) => {
    const key = keyedHash({ purpose: 'note-channel', text: of });
    return reserveDelivery({
      client,
      key,
      pace: { gapMs: 0, perMinute },
      now,
      ...(takeWider && { takeWider }),
    });
  };
  const takeVisitor = ntfy ? () => take({ of: ntfyVisitor(ntfy), most: mostOfNtfyVisitor }) : null;
  // Of a webhook, only Slack's: no other provider takes its JSON.
  if (isSlackHost(host) || (channel !== 'webhook' && isProviderHost(host))) return isFree;
  if (isExempt || isUncapped) return takeVisitor?.() ?? isFree;
  const [owner] = await query<{ tier: string }>({ client, statement: tierStatement, values: [ownerId] });
  const takeFree = () => take({ of: `domain free ${domain}`, most: mostOfFree, takeWider: takeVisitor });
  return take({
    of: `domain ${ownerId} ${domain}`,
    most: mostToDomain,
    takeWider: owner?.tier === 'free' ? takeFree : takeVisitor,
  });
}

interface Wider {
  /** Names the limit. */
  of: string;
  /** Messages in a minute. */
  most: number;
  takeWider?: (() => Promise<Reservation>) | null;
}

function readNtfy(destination: string) {
  const config = readStoredChannel({ kind: 'ntfy', text: destination });
  return config.kind === 'ntfy' ? config : null;
}
