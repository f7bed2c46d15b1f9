import { type EventType, eventTypes } from '#domain/event-type.ts';
import { AppError } from '#domain/errors.ts';
import { plans } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { targetHostOf } from '#server/jobs/versions/seal-job.server.ts';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { targetRules } from '#server/outbound/guard/target-rules.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { newSigningSecret } from '#server/signing/new-signing-secret.server.ts';
import { requireSubscription, eventSecretField, urlField } from './find-subscription.server.ts';
import { requireEventPlan } from './require-plan.server.ts';
import { wakeStreamsStatement } from './wake-streams.ts';

const longestUrl = 2_048;

/**
 * Subscribes a URL to events of the account. Events count from the commit on.
 * @returns its id and its secret, which signs all messages to it
 * @throws AppError authorization_error: another plan; validation_error on url or types; conflict at the limit
 */
export async function createSubscription({
  owner,
  url,
  types,
}: {
  owner: Owner;
  url: string;
  types: readonly EventType[];
}): Promise<{ id: number; secret: string }> {
  requireEventPlan(owner);
  await checkUrl({ owner, url });
  checkTypes(types);
  const { id: ownerId } = owner;
  const secret = newSigningSecret();
  const { id } = await savesOf(ownerId).$transaction(async (tx) => {
    // Two requests at once must not exceed the limit.
    const { tier } = await lockOwner({ tx, ownerId });
    requireEventPlan({ tier });
    const [limit, used] = [
      plans[tier].eventSubscriptions,
      await tx.eventSubscription.count({ where: { ownerId, deletedAt: null } }),
    ];
    if (used >= limit)
      throw new AppError('conflict', {
        message: `An account can have ${limit} event subscriptions. Delete one that is no longer used.`,
        details: { limit, used },
      });
    const made = await tx.eventSubscription.create({
      data: {
        ...{ ownerId, ...sealedUrl({ ownerId, url }), types: inOrder(types) },
        secret: seal({ text: secret, userId: ownerId, field: eventSecretField }),
      },
      select: { id: true },
    });
    await record({ tx, owner, id: made.id, what: 'created' });
    return made;
  });
  return { id, secret };
}

/**
 * Changes an event subscription; what is omitted stays. Pending deliveries go to the new URL. Enabling it again
 * continues with the deliveries that wait.
 * @throws AppError not_found; authorization_error: another plan; validation_error on url or types
 */
export async function updateSubscription({
  owner,
  id,
  url,
  types,
  isEnabled,
}: {
  owner: Owner;
  id: number;
  url?: string | undefined;
  types?: readonly EventType[] | undefined;
  isEnabled?: boolean | undefined;
}): Promise<void> {
  const { id: ownerId } = owner;
  await requireSubscription({ ownerId, id });
  // Turning it off is possible on every plan.
  if (isEnabled !== false) requireEventPlan(owner);
  if (url !== undefined) await checkUrl({ owner, url });
  if (types !== undefined) checkTypes(types);
  await savesOf(ownerId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId });
    const { disabledAt } = await requireSubscription({ tx, ownerId, id });
    const isSwitched = isEnabled !== undefined && isEnabled !== (disabledAt === null);
    await tx.eventSubscription.update({
      where: { id },
      data: {
        ...(url !== undefined && { ...sealedUrl({ ownerId, url }), failingSince: null, failures: 0 }),
        ...(types !== undefined && { types: inOrder(types) }),
        ...(isSwitched &&
          isEnabled && { disabledAt: null, disabledReason: null, failingSince: null, failures: 0 }),
        ...(isSwitched && !isEnabled && { disabledAt: new Date(), disabledReason: 'owner' }),
      },
    });
    // A changed or enabled receiver need not wait for the next planned attempt.
    if (url !== undefined || (isSwitched && isEnabled)) await wakeStreams({ tx, id });
    await record({ tx, owner, id, what: isSwitched ? (isEnabled ? 'enabled' : 'disabled') : 'changed' });
  });
}

async function wakeStreams({ tx, id }: { tx: Tx; id: number }): Promise<void> {
  await tx.$executeRawUnsafe(wakeStreamsStatement.text, id);
  await tx.$executeRaw`select pg_notify('event_enqueued', '')`;
}

/**
 * Deletes an event subscription: it gets nothing from now on, and its URL and secrets are gone. Its deliveries are
 * removed in the background.
 * @throws AppError not_found
 */
export async function deleteSubscription({ owner, id }: { owner: Owner; id: number }): Promise<void> {
  const { id: ownerId } = owner;
  await savesOf(ownerId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId });
    await requireSubscription({ tx, ownerId, id });
    await tx.eventSubscription.update({ where: { id }, data: removed(ownerId) });
    await record({ tx, owner, id, what: 'deleted' });
  });
}

/** Values of a row that is about to be removed: it opens nothing any more. */
export function removed(ownerId: number) {
  const nothing = (field: string) => seal({ text: '', userId: ownerId, field });
  return {
    ...{
      deletedAt: new Date(),
      url: nothing(urlField),
      secret: nothing(eventSecretField),
      previousSecret: null,
    },
    ...{ host: '', types: [] as string[] },
  };
}

async function checkUrl({
  owner: { id: actorId, request },
  url,
}: {
  owner: Owner;
  url: string;
}): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError('validation_error', { message, details: { url: message } });
  };
  if (url.length > longestUrl) refuse(`A URL can have ${longestUrl.toLocaleString('en-US')} characters.`);
  const evaluated = evaluateTarget({ url, rules: targetRules() });
  if ('target' in evaluated) return;
  await recordRefusal({ reason: evaluated.reason, url, actorId, request });
  refuse(evaluated.message);
}

function checkTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !(eventTypes as readonly string[]).includes(type));
  if (types.length > 0 && unknown === undefined) return;
  const message =
    unknown === undefined
      ? 'Choose at least one type of event.'
      : `${unknown.slice(0, 50)} is no type of event. Choose from ${eventTypes.join(', ')}.`;
  throw new AppError('validation_error', { message, details: { types: message } });
}

const inOrder = (types: readonly EventType[]) => eventTypes.filter((type) => types.includes(type));

const sealedUrl = ({ ownerId, url }: { ownerId: number; url: string }) => ({
  url: seal({ text: url, userId: ownerId, field: urlField }),
  host: targetHostOf(url),
});

/** Writes a change of a subscription to the security log, in its transaction. */
async function record({
  tx,
  owner: { id: actorId, request },
  id,
  what,
}: {
  tx: Tx;
  owner: Owner;
  id: number;
  what: 'created' | 'changed' | 'enabled' | 'disabled' | 'deleted';
}): Promise<void> {
  await recordEvent({
    ...{
      tx,
      code: 'user_changed',
      actorId,
      subjectId: actorId,
      details: { event_subscription: id, act: what },
    },
    ...(request && { request }),
  });
}
