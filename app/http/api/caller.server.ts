import { requestFacts } from '#app/protocol/request-facts.ts';
import type { CallerKind, KeyScope } from '#domain/api-key.ts';
import { AppError } from '#domain/errors.ts';
import { plans } from '#domain/plan.ts';
import { findTokenSession } from '#server/accounts/sessions/find-token-session.server.ts';
import type { Account } from '#server/accounts/types.ts';
import { useApiKey } from '#server/api-keys/use-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { assertRateLimit, consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** The caller and its credential: it decides the reachable calls and the representation of jobs (D18, D46). */
export interface Caller {
  kind: CallerKind;
  user: Account;
  /** When the person last signed in; null for a key. */
  authenticatedAt: Date | null;
  scope: KeyScope;
  owner: Owner;
}

const keyForm = /^pnc_/;

/**
 * The caller of a request, by its Authorization header alone: cookies are never read (D20).
 * @throws AppError authentication_error: none, or one that is not good; rate_limit after 30 bad ones in a minute
 */
export async function readCaller(request: Request): Promise<Caller> {
  const facts = requestFacts(request);
  await assertRateLimit({ limit: 'bad_credentials', key: facts.ip });
  const [, credential] = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (credential === undefined) throw new AppError('authentication_error');
  return keyForm.test(credential) ? byKey({ credential, request }) : byToken({ credential, request });
}

async function byKey({ credential, request }: { credential: string; request: Request }): Promise<Caller> {
  const found = await useApiKey({ plain: credential });
  if (!found) return refuse({ request, code: 'key_bad', message: 'This API key is not valid.' });
  const { user, scope } = found;
  return { kind: 'key', user, scope, authenticatedAt: null, owner: ownerFor({ user, request }) };
}

async function byToken({ credential, request }: { credential: string; request: Request }): Promise<Caller> {
  const found = await findTokenSession({ token: credential });
  // A token that has served its time is no attack.
  if (found === 'expired') throw new AppError('authentication_error');
  if (found === 'bad') return refuse({ request, code: 'token_bad' });
  if ('suspendedId' in found) return refuseSuspended({ request, actorId: found.suspendedId });
  const { user, session } = found;
  const { authenticatedAt } = session;
  return { kind: 'token', user, scope: 'write', authenticatedAt, owner: ownerFor({ user, request }) };
}

/** The suspension ended the session; the token still names its account. */
async function refuseSuspended({ request, actorId }: { request: Request; actorId: number }): Promise<never> {
  const path = new URL(request.url).pathname;
  const details = { reason: suspended.code };
  const facts = requestFacts(request);
  await recordEvent({ tx: db(), code: 'access_denied', actorId, path, request: facts, details });
  throw new AppError('authorization_error', { message: suspended.message, details });
}

/** Counts and writes down a credential that is not good, and refuses it. */
async function refuse({
  request,
  code,
  message,
}: {
  request: Request;
  code: 'key_bad' | 'token_bad';
  message?: string;
}): Promise<never> {
  const facts = requestFacts(request);
  const path = new URL(request.url).pathname;
  await recordEvent({ tx: db(), code, path, request: facts });
  await consumeRateLimit({ limit: 'bad_credentials', key: facts.ip, path, request: facts });
  throw new AppError('authentication_error', message === undefined ? {} : { message });
}

function ownerFor({ user, request }: { user: Account; request: Request }): Owner {
  return { id: user.id, tier: user.tier, request: requestFacts(request) };
}

/** Requirements of a call for its caller. */
export interface Demands {
  callers: readonly Caller['kind'][];
  scope: Caller['scope'];
  role?: 'admin' | undefined;
}

/**
 * Refuses a caller who may not make this call, and writes it down.
 * @throws AppError authorization_error
 */
export async function requireAllowed({
  caller,
  demands,
  request,
}: {
  caller: Caller;
  demands: Demands;
  request: Request;
}): Promise<void> {
  const reason = reasonAgainst({ caller, demands });
  if (!reason) return;
  await recordEvent({
    tx: db(),
    code: 'access_denied',
    actorId: caller.user.id,
    path: new URL(request.url).pathname,
    request: requestFacts(request),
    details: { reason: reason.code },
  });
  throw new AppError('authorization_error', { message: reason.message, details: { reason: reason.code } });
}

const suspended = { code: 'suspended', message: 'This account is suspended.' };

function reasonAgainst({ caller: { kind, user, scope }, demands }: { caller: Caller; demands: Demands }) {
  if (user.suspendedAt) return suspended;
  if (!demands.callers.includes(kind)) {
    return {
      code: 'credential',
      message:
        kind === 'key'
          ? 'API keys reach jobs, executions, incidents, channels, previews, event subscriptions and metrics only.'
          : 'This call takes an API key.',
    };
  }
  if (kind === 'key' && !plans[user.tier].hasApiAccess) {
    return {
      code: 'tier',
      message: `API access comes with Premium and Ultimate. Upgrade at /dashboard/settings: this key works again at once.`,
    };
  }
  if (demands.role === 'admin' && user.role !== 'admin') {
    return { code: 'role', message: 'Only admins may do this.' };
  }
  if (demands.scope === 'write' && scope === 'read') {
    return { code: 'scope', message: 'This API key may only read. Use one with the scope write.' };
  }
  return null;
}
