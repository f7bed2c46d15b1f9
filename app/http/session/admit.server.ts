import type { LoaderFunctionArgs } from '@remix-run/node';
import { anybody, currentUser, type Guard } from '#app/http/session/guards.server.ts';
import { oncePerRequest } from '#app/protocol/once-per-request.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { consumeLocalRateLimit } from '#server/rate-limit/consume-local-rate-limit.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

/**
 * The one way into a loader or an action: session, rate limit, guard. Nothing of a body or an address is read before it.
 * @param kind a page is counted in this process's memory, a form in the database: a page load writes nothing
 * @throws AppError rate_limit; what the guard throws
 */
export async function admit<Allowed extends object>({
  args: { request, context },
  guard,
  kind,
}: {
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>;
  guard: Guard<Allowed>;
  kind: 'page' | 'form';
}): Promise<Allowed> {
  // The loaders of a page share all three. What an action changes, the loaders after it read again.
  const scope = kind === 'page' ? context : {};
  const session = () => oncePerRequest({ context: scope, key: 'session', ask: () => currentUser(request) });
  // While the session cannot be looked up the guard says so; the request counts for its address.
  const signedIn = (guard as Guard<object>) === anybody ? null : await session().catch(() => null);
  await oncePerRequest({ context, key: kind, ask: () => consumeLimit({ kind, request, signedIn }) });
  return oncePerRequest({ context: scope, key: guard, ask: () => guard({ request, session }) });
}

async function consumeLimit({
  kind,
  request,
  signedIn,
}: {
  kind: 'page' | 'form';
  request: Request;
  signedIn: SignedInAccount | null;
}): Promise<void> {
  const facts = requestFacts(request);
  const about = { path: new URL(request.url).pathname, request: facts, actorId: signedIn?.user.id ?? null };
  const key = signedIn?.user.id ?? facts.ip;
  if (kind === 'page') await consumeLocalRateLimit({ limit: signedIn ? 'page' : 'visit', key, ...about });
  else await consumeRateLimit({ limit: signedIn ? 'form' : 'visit_form', key, ...about });
}
