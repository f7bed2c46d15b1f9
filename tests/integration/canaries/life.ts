import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { confirmRecipient } from '#server/mail/confirm-recipient.server.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import { eventually } from '#tests/integration/engine/kit/engine.ts';
import { often } from '#tests/integration/engine/kit/fast-schedule.ts';
import { type MaintenanceOrder, maintenanceWorkflow } from '#workflows/contract.ts';
import { textOf } from '../mail/mail-server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aJob } from '../makers.ts';
import type { TestWeb } from '../web/web.ts';
import { aBrokenAccount, type anAccount } from './account.ts';
import { jobName, words } from './canaries.ts';
import { endpoint } from './endpoint.ts';

type Account = Awaited<ReturnType<typeof anAccount>>;
type Owner = Parameters<typeof createJob>[0]['owner'];

export const mailAddress = `${words.mailbox}@mail.example`;

const pathTo = (kind: string) =>
  `/${kind}/${words.urlPath}?key=${words.urlQuery}&token={{secret.QUERY_TOKEN}}`;

const input = (given: Partial<JobInput>) =>
  aJob({
    ...{ name: jobName, description: words.description, tags: [words.tag], cronExpression: null },
    ...{ httpMethod: 'POST', isSigned: true, retryCount: 0, webhookUrl: endpoint.url(pathTo('ok')) },
    headers: {
      authorization: `Bearer ${words.secretHeader}`,
      'x-tenant': words.plainHeader,
      'x-api-key': '{{secret.SHOP_TOKEN}}',
    },
    payload: `{"card": "${words.payload}", "attempt": {{attempt}}}`,
    ...given,
  });

const ended = (where: Prisma.ExecutionWhereInput) =>
  eventually(() => db().execution.findFirstOrThrow({ where: { outcome: { not: null }, ...where } }));

async function runOnce({ owner, jobId }: { owner: Owner; jobId: number }) {
  const { executionId } = await runJob({ owner, jobId, trigger: 'manual' });
  return ended({ id: executionId });
}

/** A job that succeeds and notifies, and one that fails, is retried and notifies: at their instants, then no more. */
async function theirSchedules(owner: Owner) {
  const fine = await createJob({
    owner,
    input: input({
      ...{ cronExpression: often, successCriterion: 'body_match', successRegex: `${words.pattern}|fine` },
      ...{ notifyFrequency: 'always', notificationType: 'webhook' },
      notificationConfig: endpoint.url(`/notes/${words.webhookNotification}`),
    }),
  });
  const failing = await createJob({
    owner,
    input: input({
      ...{ cronExpression: often, overlap: 'allow', retryCount: 1, webhookUrl: endpoint.url(pathTo('fail')) },
      ...{ notificationType: 'slack', notificationConfig: endpoint.url(`/notes/${words.slackNotification}`) },
    }),
  });
  const success = await ended({ jobId: fine.id, outcome: 'success' });
  const failure = await ended({ jobId: failing.id, outcome: 'failed', attemptCount: 2 });
  for (const { id: jobId } of [fine, failing])
    await updateJob({ owner, jobId, changes: { cronExpression: null } });
  return { fine, failing, success, failure };
}

/** A mail to an address that was confirmed by its link. */
async function aMail({ owner, web }: { owner: Owner; web: TestWeb }) {
  const { id: jobId } = await createJob({
    owner,
    input: input({
      ...{ type: 'email', httpMethod: 'GET', isSigned: false, headers: null, payload: words.mailText },
      webhookUrl: `mailto:${mailAddress}?subject=${words.mailSubject}`,
    }),
  });
  const confirmation = await eventually(() => {
    const [mail] = mailServer.of(mailAddress);
    const [, token] = /\/mail\/confirm\/([\w-]+)/.exec(mail ? textOf(mail) : '') ?? [];
    if (!token) throw new Error('Nobody asked.');
    return token;
  });
  expect((await web.ask(`/mail/confirm/${confirmation}`)).status).toBe(200);
  await confirmRecipient({ token: confirmation });
  expect((await runOnce({ owner, jobId })).outcome).toBe('success');
  return { mailJobId: jobId, confirmation };
}

/** A job with its own authentication, and a replay of its run with another payload. */
async function anEditedReplay(owner: Owner) {
  const signed = input({
    auth: { type: 'bearer', token: words.typedToken },
    headers: { 'x-tenant': words.plainHeader },
  });
  const { id: jobId } = await createJob({ owner, input: signed });
  const run = await runOnce({ owner, jobId });
  const { webhookUrl, headers } = signed;
  const edits = { webhookUrl, httpMethod: 'POST', headers, payload: `{"card": "${words.editedPayload}"}` };
  const { executionId } = await replayExecution({ owner, jobId, executionId: Number(run.id), edits });
  expect((await ended({ id: executionId })).outcome).toBe('success');
}

/** A job that authenticates by a token its token URL issues. */
async function anOAuthRun(owner: Owner) {
  const { id: jobId } = await createJob({
    owner,
    input: input({
      auth: {
        ...{ type: 'oauth2', tokenUrl: endpoint.url('/token'), clientId: 'robot', clientAuth: 'body' },
        ...{ clientSecret: words.clientSecret, scope: null, audience: null },
      },
      headers: null,
    }),
  });
  expect((await runOnce({ owner, jobId })).outcome).toBe('success');
}

async function aTestRun(owner: Owner) {
  const webhookUrl = endpoint.url(`/form?key=${words.formQuery}`);
  const { id } = await startTestRun({ owner, input: input({ webhookUrl }) });
  await eventually(async () => expect((await getTestRun({ ownerId: owner.id, id })).stage).toBe('ended'));
}

/**
 * An echoing target: the call of a job, judged by the real response, and a test run. Values a job has in the clear and
 * outside of headers are left out, because the record contains them rightly.
 */
async function anEcho(owner: Owner) {
  const echoing = input({
    webhookUrl: endpoint.url('/echo?token={{secret.QUERY_TOKEN}}'),
    headers: {
      authorization: `Basic ${btoa(`shop:${words.secretHeader}`)}`,
      cookie: `sid=${words.secretHeader}`,
      'x-api-key': '{{secret.SHOP_TOKEN}}',
    },
    payload: '{"token": "{{secret.SHOP_TOKEN}}"}',
    ...{ successCriterion: 'body_match', successRegex: 'shopsecret-[0-9a-f]{8}' },
    ...{ notifyFrequency: 'always', notificationType: 'webhook' },
    notificationConfig: endpoint.url(`/notes/${words.webhookNotification}`),
    // The response repeats the id of the run.
    answerWatch: 'body',
  });
  const echo = await createJob({ owner, input: echoing });
  const echoed = await runOnce({ owner, jobId: echo.id });
  expect(echoed).toMatchObject({ outcome: 'success', errorCode: null });
  // A second call within 2 s would join the first.
  await sleep(2_100);
  expect((await runOnce({ owner, jobId: echo.id })).outcome).toBe('success');
  const { id } = await startTestRun({ owner, input: echoing });
  const echoTest = await eventually(async () => {
    const run = await getTestRun({ ownerId: owner.id, id });
    if (run.stage !== 'ended') throw new Error('It has not ended.');
    return run;
  });
  return { echo, echoed, echoTest };
}

/** API calls: one with a stored response, one by the token, one by an almost valid key. */
async function someCalls({ web, account }: { web: TestWeb; account: Account }) {
  const { apiKey, productToken } = account;
  const by = (credential: string) => ({ authorization: `Bearer ${credential}` });
  const made = await web.ask('/api/v1/jobs', {
    method: 'POST',
    headers: { ...by(apiKey), 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({
      ...{
        name: 'By the API',
        cron: '0 * * * *',
        status: 'inactive',
        webhook_url: endpoint.url(pathTo('ok')),
      },
      headers: { authorization: words.secretHeader },
    }),
  });
  expect(made.status).toBe(201);
  expect((await web.ask('/api/v1/jobs', { headers: by(productToken) })).status).toBe(200);
  const other = apiKey.endsWith('0') ? '1' : '0';
  expect((await web.ask('/api/v1/jobs', { headers: by(apiKey.slice(0, -1) + other) })).status).toBe(401);
}

/** While something runs, changes of a table fail with an error that quotes a value. */
async function whileRefused<Result>({
  change,
  run,
}: {
  change: `${'update' | 'delete'} on "${string}"`;
  run: () => Promise<Result>;
}): Promise<Result> {
  await db().$executeRawUnsafe(`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'invalid value: ${words.quoted}'; end $$`);
  await db().$executeRawUnsafe(
    `create trigger refused before ${change} for each statement execute function refuse_it()`,
  );
  try {
    return await run();
  } finally {
    await db().$executeRawUnsafe('drop function refuse_it cascade');
  }
}

/** Deliveries are looked for every 2 s. */
const refusedMs = 2_500;

const hasFailed = (workflowId: string) =>
  eventually(async () => {
    const { raw } = await temporalClient().workflow.getHandle(workflowId).describe();
    expect(raw.pendingActivities?.[0]?.lastFailure).toBeTruthy();
  });

/** A delivery and a maintenance task fail with a defect and are repeated. */
async function someErrors(owner: Owner) {
  const { id: jobId } = await createJob({
    owner,
    input: input({ webhookUrl: endpoint.url(pathTo('fail')) }),
  });
  const notificationId = await whileRefused({
    change: 'update on "Notification"',
    run: async () => {
      const { id: executionId } = await runOnce({ owner, jobId });
      const { id } = await db().notification.findFirstOrThrow({ where: { executionId, channel: 'webhook' } });
      // The claim of its delivery fails within a moment of its enqueueing.
      await sleep(refusedMs);
      return id;
    },
  });
  const order: MaintenanceOrder = { tag: 1, name: 'expired' };
  const maintenance = await whileRefused({
    change: 'delete on "OneTimeToken"',
    run: async () => {
      const started = await temporalClient().workflow.start(maintenanceWorkflow, {
        workflowId: `maintenance-${randomUUID()}`,
        taskQueue: String(process.env['TEMPORAL_TASK_QUEUE']),
        args: [order],
      });
      await hasFailed(started.workflowId);
      return started;
    },
  });
  await maintenance.result();
  await eventually(async () =>
    expect(await db().notification.findUnique({ where: { id: notificationId } })).toMatchObject({
      state: 'sent',
    }),
  );
}

/** Every possible end of a job and its notifications, once; the worker runs meanwhile. */
export async function liveOnce({ web, account }: { web: TestWeb; account: Account }) {
  const { owner } = account;
  const scheduled = await theirSchedules(owner);
  const { fine, success } = scheduled;
  const replay = await replayExecution({ owner, jobId: fine.id, executionId: Number(success.id) });
  expect((await ended({ id: replay.executionId })).outcome).toBe('success');
  const byHand = await createJob({ owner, input: input({ webhookUrl: endpoint.url(pathTo('fail')) }) });
  await runOnce({ owner, jobId: byHand.id });
  const mail = await aMail({ owner, web });
  await anEditedReplay(owner);
  await anOAuthRun(owner);
  await aTestRun(owner);
  const echo = await anEcho(owner);
  await someCalls({ web, account });

  const broken = await aBrokenAccount();
  const headers = { authorization: `Bearer ${words.secretHeader} {{secret.BROKEN}}` };
  const defect = await createJob({
    owner: broken,
    input: input({ headers, webhookUrl: endpoint.url(`/never/${words.urlPath}`) }),
  });
  expect((await runOnce({ owner: broken, jobId: defect.id })).errorCode).toBe('worker_lost');

  const isNotified = async () =>
    expect(await db().notification.count({ where: { state: 'pending' } })).toBe(0);
  await eventually(isNotified);
  await someErrors(owner);
  return { ...scheduled, ...mail, ...echo, byHand };
}
