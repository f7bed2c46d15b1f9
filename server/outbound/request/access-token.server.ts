import type { OAuthClient } from '#domain/job/request-auth.ts';
import { tokenCapped } from '#domain/remedies.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { keepToken, readToken, type TokenKey, tokenKeyOf } from './kept-token.server.ts';
import { requestToken } from './request-token.server.ts';

export interface TokenOrder {
  ownerId: number;
  jobId: number;
  /** With its secrets filled in. */
  client: OAuthClient;
  /** Called before the token URL, with its host: the limits on calls apply to it too. */
  mayCall?: ((target: string) => boolean | Promise<boolean>) | undefined;
}

/** A token for one call, or why there is none in words for its owner. */
export type GivenToken = { token: string; key: TokenKey } | { explanation: string };

/** Per client: calls that leave at one instant share the response of one token request. */
const asked = new Map<string, Promise<GivenToken>>();

/**
 * Access token of a call: the stored one, or a new one from the token URL. A token in its last quarter is used and
 * renewed beside the call, so a job that runs often never waits for its token. Errors of the token URL are returned,
 * never thrown.
 * @throws Error when stored tokens cannot be read
 */
export function accessToken(order: TokenOrder): Promise<GivenToken> {
  const key = tokenKeyOf(order);
  return shared({ key, step: 'find', run: () => find({ order, key }) });
}

async function find({ order, key }: { order: TokenOrder; key: TokenKey }): Promise<GivenToken> {
  const kept = await readToken(key);
  if (kept === null) return renew({ order, key });
  // The call is in flight meanwhile and keeps its slot.
  if (kept.isDue) void renew({ order: { ...order, mayCall: undefined }, key }).catch(logged);
  return { token: kept.token, key };
}

function renew({ order, key }: { order: TokenOrder; key: TokenKey }): Promise<GivenToken> {
  return shared({ key, step: 'renew', run: () => issue({ order, key }) });
}

async function issue({
  order: { ownerId, jobId, client, mayCall },
  key,
}: {
  order: TokenOrder;
  key: TokenKey;
}): Promise<GivenToken> {
  const host = parseUrl(client.tokenUrl)?.host ?? '';
  if (mayCall && !(await mayCall(host))) return { explanation: tokenCapped };
  const issued = await requestToken(client);
  if ('explanation' in issued) {
    const { explanation, refusal = null } = issued;
    if (refusal !== null)
      await recordRefusal({ reason: refusal, url: client.tokenUrl, actorId: ownerId, subjectId: jobId });
    return { explanation };
  }
  const { token, keptMs } = issued;
  // It was issued, whether it can be kept or not.
  if (keptMs > 0) await keepToken({ key, token, keptMs }).catch(logged);
  return { token, key };
}

function shared({
  key: { ownerId, clientHash },
  step,
  run,
}: {
  key: TokenKey;
  step: 'find' | 'renew';
  run: () => Promise<GivenToken>;
}): Promise<GivenToken> {
  const name = `${step} ${ownerId} ${clientHash}`;
  const known = asked.get(name);
  if (known) return known;
  const running = run().finally(() => asked.delete(name));
  asked.set(name, running);
  return running;
}

function logged(error: unknown): void {
  log().error(errorFields(error), 'an access token was not kept');
}
