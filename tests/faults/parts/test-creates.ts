import type { OwnStack } from '#dev/test/own-stack.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { atOnce } from '#tests/faults/at-once.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { within } from '#tests/faults/clock.ts';
import { makeOwner, type SuiteOwner } from '#tests/faults/jobs.ts';
import { outage } from '#tests/faults/outage.ts';
import { useStack } from '#tests/faults/settings.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const people = 10;
const formsAtOnce = 6;
const kills = 3;
/** Response to a saved form: a redirect to the dashboard. A signed-out browser gets 302. */
const savedStatus = 303;

/** F2: jobs saved through the form over HTTP while the web process is killed again and again. */
export async function testCreates({ stack }: { stack: OwnStack }): Promise<void> {
  const { url, echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  const owners = await Promise.all(Array.from({ length: people }, makeOwner));
  const cookies = await Promise.all(owners.map(signIn));
  let sent = 0;
  let outages: Promise<unknown> = Promise.resolve();
  const names = Array.from({ length: sizes.creates }, (_, index) => `Made while web dies, ${index}`);
  const responses = await atOnce({
    limit: formsAtOnce,
    items: names,
    run: async (name) => {
      sent += 1;
      if (sent % Math.ceil(sizes.creates / (kills + 1)) === 0 && sent < sizes.creates)
        outages = outages.then(() => outage({ stack, part: 'web', from: 0 }));
      const cookie = cookies[sent % people] ?? '';
      return { name, status: await create({ url, cookie, name, target: `${echoUrl}/fault/created` }) };
    },
  });
  await outages;
  const saved = responses.filter(({ status }) => status === savedStatus).map(({ name }) => name);
  const odd = responses.filter(({ status }) => status !== savedStatus && status !== null);
  printNote(
    `${saved.length} of ${names.length} saves got a response, ${names.length - saved.length - odd.length} were cut off`,
  );

  const rows = () =>
    db().job.findMany({
      where: { ownerId: { in: owners.map(({ id }) => id) } },
      select: { id: true, name: true, desiredVersion: true, appliedVersion: true },
    });
  const endedAt = Date.now();
  await check(
    `F2: of ${sizes.creates} saves during ${kills} kills of web each one with a response exists once, and none twice`,
    async () => {
      const counts = new Map<string, number>();
      for (const { name } of await rows()) counts.set(name, (counts.get(name) ?? 0) + 1);
      return [
        ...odd.map(({ name, status }) => `${name} got ${String(status)}`),
        ...saved
          .filter((name) => counts.get(name) !== 1)
          .map((name) => `${name} exists ${counts.get(name) ?? 0} times`),
        ...[...counts]
          .filter(([, count]) => count > 1)
          .map(([name, count]) => `${name} exists ${count} times`),
      ];
    },
  );
  await check('F2: all jobs are in Temporal within 60 s', async () => {
    const waiting = async () => (await rows()).filter((job) => job.appliedVersion < job.desiredVersion);
    const took = await within({
      ms: 60_000 - (Date.now() - endedAt),
      isSo: async () => (await waiting()).length === 0,
    });
    if (took === undefined) return (await waiting()).map(({ name }) => `${name} is not`);
    const open = await atOnce({
      limit: 10,
      items: await rows(),
      run: async ({ id, name }) => ({ name, status: (await describe(id)).status.name }),
    });
    return open
      .filter(({ status }) => status !== 'RUNNING')
      .map(({ name, status }) => `${name} is ${status}`);
  });
}

const describe = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId)).describe();

async function signIn(owner: SuiteOwner): Promise<string> {
  const request = { id: 'faults', ip: '127.0.0.1', userAgent: 'faults' };
  const { token } = await createSession({ tx: db(), userId: owner.id, authenticatedAt: new Date(), request });
  return `session=${token}`;
}

/** Sends the form once; waits for a web process before, never repeats. Null is a request that was cut off. */
async function create({
  url,
  cookie,
  name,
  target,
}: {
  url: string;
  cookie: string;
  name: string;
  target: string;
}): Promise<number | null> {
  await within({ ms: 60_000, isSo: async () => (await fetch(`${url}/healthz`)).ok });
  const body = new URLSearchParams({ name, webhookURL: target, mode: 'cron', cronExpression: '0 5 1 * *' });
  try {
    const response = await fetch(`${url}/dashboard/jobs/create`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: url },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
