import { randomUUID } from 'node:crypto';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { sealPart } from '#server/test-runs/sealed-parts.server.ts';
import { saveView } from '#server/views/save-view.server.ts';
import { ownedConditions } from '#tests/integration/accounts/owned-rows.ts';
import { aChannel, aNotificationTo } from '#tests/integration/channels/kit.ts';
import { aSubscription } from '#tests/integration/event-subscriptions/kit.ts';
import { aFailedExecution, aJob, aSavedJob, aUser } from '#tests/integration/makers.ts';

/** Ids of an account that has one row of each kind. */
export interface AccountRows {
  user: User;
  /** Part of every name, destination and body of the account, and of nothing else. */
  word: string;
  job: number;
  execution: number;
  testRun: string;
  channel: number;
  incident: number;
  eventSubscription: number;
  delivery: number;
  apiKey: number;
  view: number;
  session: number;
  browser: number;
  channelName: string;
  secretName: string;
  externalId: string;
}

/** The two accounts of a test: the caller's, and the one whose ids the caller sends. */
export interface BothAccounts {
  mine: AccountRows;
  theirs: AccountRows;
}

export async function bothAccounts(): Promise<BothAccounts> {
  return { mine: await aFullAccount(), theirs: await aFullAccount() };
}

/** An account on the largest plan with one row of each kind that a caller can name. */
export async function aFullAccount(): Promise<AccountRows> {
  const word = `w${randomUUID().slice(0, 8)}`;
  const user = await aUser({ tier: 'ultimate', email: `${word}@example.com` });
  const { id: userId } = user;
  const owner = { id: userId, tier: user.tier };
  const webhookUrl = `https://${word}.example.com/hook`;
  const { id: job } = await aSavedJob({
    ...{ owner: user, name: `Job ${word}`, description: word, webhookUrl, tags: [word] },
    ...{ cronExpression: '0 0 1 1 *', externalId: `deploy-${word}` },
  });
  const { id: executionId } = await aFailedExecution({ jobId: job, body: word });
  const secretName = `SECRET_${word.toUpperCase()}`;
  await setSecret({ owner, name: secretName, value: word });
  await saveView({ userId, name: `View ${word}`, query: `search=${word}` });
  const { id: view } = await db().savedView.findFirstOrThrow({ where: { userId } });
  const { apiKey } = await createApiKey({ tx: db(), userId, name: `Key ${word}`, scope: 'write' });
  return {
    externalId: `deploy-${word}`,
    ...{ user, word, job, execution: Number(executionId), secretName, view, apiKey: apiKey.id },
    ...(await notifiedRows({ user, word, jobId: job, executionId })),
    ...(await eventRows({ user, word, jobId: job })),
    ...(await signedInRows({ userId, word })),
    testRun: await aTestRun({ ownerId: userId, jobId: job, name: word }),
  };
}

async function notifiedRows({
  user,
  word,
  jobId,
  executionId,
}: {
  user: User;
  word: string;
  jobId: number;
  executionId: bigint;
}) {
  const channel = await aChannel({ owner: user, name: `#${word}`, path: `/ok?${word}` });
  const rule = { userId: user.id, channelId: channel.id, events: ['failure'] };
  await db().notificationRule.createMany({ data: [rule, { ...rule, tag: word }, { ...rule, jobId }] });
  const job = await db().job.findUniqueOrThrow({ where: { id: jobId } });
  await aNotificationTo({ channel, owner: user, job, executionId });
  const at = new Date();
  const { id: incident } = await db().incident.create({
    data: {
      ...{ jobId, ownerId: user.id, executionId, openedAt: at, startedAt: at },
      ...{ causeText: word, failures: 1 },
    },
  });
  return { channel: channel.id, channelName: channel.name, incident };
}

async function eventRows({ user, word, jobId }: { user: User; word: string; jobId: number }) {
  const { id: subscriptionId } = await aSubscription({ user, kind: `ok-${word}` });
  const { id: eventId } = await db().event.create({
    data: { ownerId: user.id, type: 'job.updated', jobId, data: { job: { id: jobId, name: word } } },
  });
  const { id } = await db().eventDelivery.create({
    data: { subscriptionId, eventId, jobId, lane: 0, state: 'sent', attempts: 1, response: word },
  });
  return { eventSubscription: subscriptionId, delivery: Number(id) };
}

async function signedInRows({ userId, word }: { userId: number; word: string }) {
  const request = { id: 'r', ip: '192.0.2.7', userAgent: word };
  const opened = await createSession({ tx: db(), userId, authenticatedAt: new Date(), request });
  const subscription = seal({ text: word, userId, field: 'pushSubscription.subscription' });
  const { id: browser } = await db().pushSubscription.create({
    data: { userId, endpointHash: randomUUID(), subscription, userAgent: word },
  });
  return { session: opened.sessionId, browser };
}

async function aTestRun({
  ownerId,
  jobId,
  name,
}: {
  ownerId: number;
  jobId: number;
  name: string;
}): Promise<string> {
  const id = randomUUID();
  const form = sealPart({ name: 'form', part: aJob({ name }), ownerId });
  await db().testRun.create({ data: { id, ownerId, jobId, form } });
  return id;
}

/** A full account has rows in more than these. */
const leastTables = 15;

/** Every row that belongs to a full account, by table; tables without one are left out. */
export async function rowsOf(userId: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, condition] of await ownedConditions(userId)) {
    if (condition === null) continue;
    const { rows } = await getPool().query<{ row: unknown }>(
      `select to_jsonb(t) as "row" from "${table}" t where ${condition} order by to_jsonb(t)::text`,
    );
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  if (Object.keys(found).length < leastTables) throw new Error('The account has rows in too few tables.');
  return found;
}
