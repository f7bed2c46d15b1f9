import type { UserActName } from '#app/content/user-acts.ts';
import { findListedUser } from '#server/admin/list-users.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { type AdminJobPage, readJobPage } from './job-list.server.ts';
import { toUserLine, type UserLine } from './user-list.server.ts';

/** An account in the admin area. */
export interface UserDetails {
  user: UserLine;
  suspendReason: string | null;
  subscription: { status: string; refundableUntil: number | null };
  /** The account of the admin who views the page. */
  isSelf: boolean;
  acts: UserActName[];
  jobs: AdminJobPage;
}

/** An account for admins; null if there is none. */
export async function readUser({
  userId,
  adminId,
  params,
}: {
  userId: number;
  adminId: number;
  params: URLSearchParams;
}): Promise<UserDetails | null> {
  const [found, subscription, jobs] = await Promise.all([
    findListedUser({ userId }),
    currentSubscription({ userId }),
    readJobPage({ list: { ownerId: userId }, params }),
  ]);
  if (!found) return null;
  const { suspendReason, ...listed } = found;
  const user = toUserLine(listed);
  const refundableUntil = subscription.refundableUntil?.getTime() ?? null;
  const isSelf = userId === adminId;
  return {
    ...{ user, suspendReason, isSelf, jobs },
    subscription: { status: subscription.status, refundableUntil },
    acts: actsOn({ user, isSelf, isRefundable: refundableUntil !== null }),
  };
}

/** Admins cannot change their own role or suspend themselves; their own subscription is in their Settings. */
function actsOn({
  user,
  isSelf,
  isRefundable,
}: {
  user: UserLine;
  isSelf: boolean;
  isRefundable: boolean;
}): UserActName[] {
  if (isSelf) return [];
  const acts: UserActName[] = [];
  if (user.role === 'admin') acts.push('make-user');
  else if (!user.isSuspended) acts.push('make-admin');
  if (isRefundable) acts.push('refund');
  acts.push(user.isSuspended ? 'unsuspend' : 'suspend');
  return acts;
}
