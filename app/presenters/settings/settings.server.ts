import { browserName } from '#app/presenters/settings/browser-name.ts';
import { toEventsCard } from '#app/presenters/settings/event-subscriptions.server.ts';
import { toPlanEnd } from '#app/presenters/settings/plan-end.server.ts';
import { toSubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { mailChoices } from '#server/account-mail/mail-choices.server.ts';
import { accountStats } from '#server/accounts/account-stats.server.ts';
import { readDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { listSessions } from '#server/accounts/sessions/list-sessions.server.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { listApiKeys, type ListedKey } from '#server/api-keys/list-api-keys.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { now as clock } from '#server/clock.server.ts';
import { isMailConfigured, noMailServer } from '#server/mail/transport.server.ts';
import { listPushBrowsers } from '#server/push/list-push-browsers.server.ts';
import { pushPublicKey } from '#server/push/push-request.server.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';
import { signingState } from '#server/signing/signing-state.server.ts';

type ListedBrowser = Awaited<ReturnType<typeof listPushBrowsers>>[number];
type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** All that the settings page shows; instants in UTC milliseconds, no key and no secret in it. */
export async function toSettings({
  user,
  session,
  used,
  onFailure,
}: SignedInAccount & {
  /** Active and paused jobs. */
  used: number;
  /** Receives the error if the subscription or the statistics could not be loaded: the page is shown without them. */
  onFailure: (error: unknown) => void;
}) {
  const { id: userId, tier } = user;
  const orNull = (error: unknown) => {
    onFailure(error);
    return null;
  };
  const [plan, stats, keys, channel, browsers, signing, secrets, events, sessions] = await Promise.all([
    toPlan({ userId }).catch(orNull),
    toStats(user).catch(orNull),
    listApiKeys({ userId }),
    readDefaultChannel({ userId }),
    listPushBrowsers({ userId }),
    signingState({ userId }),
    listSecrets({ ownerId: userId }),
    toEventsCard({ user }),
    listSessions({ userId }),
  ]);
  const { email, firstName, lastName, username, profileImageUrl } = user;
  return {
    plan: {
      tier,
      used,
      subscription: plan?.subscription ?? null,
      paused: plan?.paused ?? [],
      end: plan?.end ?? null,
    },
    profile: { email, firstName, lastName, username, pictureUrl: profileImageUrl },
    keys: { tier, ...toKeys(keys) },
    stats,
    channel,
    mail: { address: email, choices: mailChoices(user), obstacle: mailObstacle(user) },
    push: {
      publicKey: pushPublicKey(),
      browsers: browsers.map(toBrowser),
    },
    signing: {
      isMade: signing.isMade,
      previousUntil: signing.previousUntil?.getTime() ?? null,
      isRecent: isRecentSignIn(session),
    },
    secrets: secrets.map(({ name, updatedAt }) => ({ name, updatedAt: updatedAt.getTime() })),
    events,
    sessions: sessions.map((one) => ({ ...toSession(one), isThis: one.id === session.id })),
  };
}

export type Settings = Awaited<ReturnType<typeof toSettings>>;

const toBrowser = ({ id, endpointHash, userAgent, createdAt }: ListedBrowser) => ({
  id,
  endpointHash,
  browser: browserName(userAgent),
  addedAt: createdAt.getTime(),
});

const toSession = ({ id, ip, userAgent, createdAt, lastSeenAt }: ListedSession) => ({
  id,
  browser: browserName(userAgent),
  address: ip,
  signedInAt: createdAt.getTime(),
  seenAt: lastSeenAt.getTime(),
});

async function toPlan({ userId }: { userId: number }) {
  const now = clock();
  const [current, end] = await Promise.all([currentSubscription({ userId, now }), toPlanEnd({ userId })]);
  const subscription = toSubscriptionView({ current, now });
  return { subscription, paused: current.pausedJobs, end: subscription.canEnd ? end : null };
}

/** Why no mail comes at all. */
function mailObstacle({ emailVerified }: SignedInAccount['user']): string | null {
  if (!isMailConfigured()) return noMailServer;
  if (emailVerified) return null;
  return 'No mail comes: your address is not verified. Verify it at the account that you sign in with, then sign in again.';
}

/** The figures of the account in words (specification section 2). */
async function toStats(user: SignedInAccount['user']) {
  const { jobs, runs, successRate, ageDays } = await accountStats({ user });
  return {
    totalJobs: jobs.total,
    activeJobs: jobs.active,
    recentExecutions: runs.recent,
    successRate,
    ageDays,
    jobLimit: Number.isFinite(jobs.limit) ? jobs.limit : null,
  };
}

function toKeys(keys: ListedKey[]) {
  const listed = keys.map(({ id, name, scope, prefix, last4, lastUsedAt, createdAt }) => ({
    id,
    name,
    scope,
    masked: `${prefix}…${last4}`,
    usedAt: lastUsedAt?.getTime() ?? null,
    madeAt: createdAt.getTime(),
    isDefault: name === defaultKeyName,
  }));
  return { listed, defaultKey: listed.findLast(({ isDefault }) => isDefault) ?? null };
}
