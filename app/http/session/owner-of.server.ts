import { requestFacts } from '#app/protocol/request-facts.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import type { Owner } from '#server/jobs/types.ts';

/** Owner of the jobs of a signed-in request. */
export function ownerOf({ user, request }: Pick<SignedInAccount, 'user'> & { request: Request }): Owner {
  return { id: user.id, tier: user.tier, request: requestFacts(request) };
}
