import type { UserActName } from '#app/content/user-acts.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import type { Role } from '#domain/role.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { setRole } from '#server/admin/set-role.server.ts';
import { suspendUser } from '#server/admin/suspend-user.server.ts';
import { unsuspendUser } from '#server/admin/unsuspend-user.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

interface Asked extends SignedInAccount {
  request: Request;
  userId: number;
  reason: string;
}

const adminOf = ({ user, request }: Asked) => ({ id: user.id, request: requestFacts(request) });
const roleTo = (role: Role) => (asked: Asked) =>
  setRole({
    admin: adminOf(asked),
    authenticatedAt: asked.session.authenticatedAt,
    userId: asked.userId,
    role,
  });

/** Admin actions on accounts, each one use case. */
export const runUserAct: Record<UserActName, (asked: Asked) => Promise<unknown>> = {
  'make-admin': roleTo('admin'),
  'make-user': roleTo('user'),
  suspend: (asked) => suspendUser({ admin: adminOf(asked), userId: asked.userId, reason: asked.reason }),
  unsuspend: (asked) => unsuspendUser({ admin: adminOf(asked), userId: asked.userId }),
  refund: async (asked) => {
    const { id, request } = adminOf(asked);
    const path = new URL(asked.request.url).pathname;
    await consumeRateLimit({ limit: 'payment', key: id, actorId: id, path, request });
    return refundSubscription({ userId: asked.userId, actor: { id, request, isAdmin: true } });
  },
};
