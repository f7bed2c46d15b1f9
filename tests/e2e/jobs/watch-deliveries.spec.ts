import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Client, Connection } from '@temporalio/client';
import type { KeptMessage } from '#dev/receivers/receiver.ts';
import type { StackFacts } from '#dev/stack/facts.ts';
import { minuteMs } from '#domain/time/units.ts';
import { accountOn, makeUltimate } from '#tests/e2e/account-rows.ts';
import { aSeenCertificate } from '#tests/e2e/alert-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, untilHydrated } from '#tests/e2e/job-steps.ts';
import { scheduleId } from '#workflows/contract.ts';

// Each watched event from its run to the channel of its job, with the processes of the product.

interface Watched {
  page: Page;
  facts: StackFacts;
  event: 'late' | 'too_long' | 'certificate' | 'answer_changed';
  /** Fields of the job, by their names in the API. */
  job: Record<string, unknown>;
}

interface Sent {
  type: string;
  data: { title: string; text: string; event: Record<string, unknown> };
}

test.use({ who: 'new' });
test.describe.configure({ timeout: 150_000 });

/**
 * A job that notifies a named channel of one event only, on its page.
 * @returns reads what the receiver got
 */
async function aWatchedJob({ page, facts, event, job }: Watched): Promise<() => Promise<Sent[]>> {
  await page.goto('/dashboard');
  const { id: userId, token } = await accountOn(page);
  await makeUltimate({ facts, userId });
  const post = async (path: string, data: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.post(`/api/v1/${path}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as { data: { id: number } };
  };
  const key = randomUUID();
  await post('channels', { name: '#watch', kind: 'webhook', url: `${facts.receiversUrl}/webhook/${key}` });
  const { data } = await post('jobs', {
    ...{ name: aName('Watched'), cron_expression: '0 3 1 1 *', retry_count: 0, certificate_days: 0 },
    ...{ webhook_url: `${facts.echoUrl}/e2e`, notify_rules: [{ channel: '#watch', events: [event] }] },
    ...job,
  });
  await page.goto(`/dashboard/jobs/${data.id}`);
  await untilHydrated(page);
  return async () => {
    const response = await fetch(`${facts.receiversUrl}/messages?kind=webhook`);
    const { messages } = (await response.json()) as { messages: KeptMessage[] };
    const own = messages.filter(({ path }) => path.endsWith(key));
    expect(own.flatMap(({ problems }) => problems)).toEqual([]);
    return own.map(({ body }) => JSON.parse(body) as Sent);
  };
}

/** The only message of the event, once it has arrived; the page of the job shows it as sent. */
async function arrived({ page, event, sent }: { page: Page; event: string; sent: () => Promise<Sent[]> }) {
  await expect.poll(sent, { timeout: 40_000 }).toHaveLength(1);
  const [message] = await sent();
  expect(message?.type).toBe(`job.${event}`);
  await page.reload();
  return message?.data;
}

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const runNow = (page: Page) => page.getByRole('button', { name: 'Run Now' }).click();

async function expectShown({ page, rule }: { page: Page; rule: string }): Promise<void> {
  const line = notifications(page)
    .getByRole('listitem')
    .filter({ hasText: rule })
    .filter({ hasText: 'Webhook to #watch' });
  await expect(line).toContainText('Sent');
}

test('a run that takes too long is notified while it is still running', async ({ page, facts }) => {
  const event = 'too_long';
  const sent = await aWatchedJob({
    ...{ page, facts, event },
    job: { webhook_url: `${facts.echoUrl}/delay/20000`, timeout: 30, too_long_after: 1 },
  });
  await runNow(page);
  const message = await arrived({ page, event, sent });
  expect(message?.title).toMatch(/^Watched \S+ is still running$/);
  expect(message?.event).toEqual({ too_long_after: 1, duration: null });
  const history = page.getByRole('region', { name: 'Executions History' });
  await expect(history.getByRole('row', { name: /Running/ })).toBeVisible();
  await expectShown({ page, rule: 'Too Long' });
});

test('a scheduled run that waits for the one before it is notified as late', async ({ page, facts }) => {
  const event = 'late';
  const sent = await aWatchedJob({
    ...{ page, facts, event },
    job: {
      ...{ cron_expression: '* * * * *', overlap: 'queue', late_after: 1 },
      ...{ webhook_url: `${facts.echoUrl}/delay/9000`, timeout: 30 },
    },
  });
  // In flight when the minute begins: the scheduled run waits for its end.
  const untilNext = minuteMs - (Date.now() % minuteMs);
  await page.waitForTimeout(Math.max(0, untilNext - 4_000));
  await runNow(page);
  const message = await arrived({ page, event, sent });
  expect(message?.title).toMatch(/^Watched \S+ started late$/);
  expect(message?.text).toMatch(/It started \d+s after its scheduled time. Your limit is 1s./);
  await expectShown({ page, rule: 'Late' });
});

test('a changed response is notified with both values', async ({ page, facts }) => {
  const event = 'answer_changed';
  const sent = await aWatchedJob({ page, facts, event, job: { answer_watch: '$.receivedAt' } });
  const history = page.getByRole('region', { name: 'Executions History' });
  await runNow(page);
  await expect(history.getByRole('row', { name: /Success/ })).toHaveCount(1, { timeout: 15_000 });
  expect(await sent()).toEqual([]);
  // A second run within 2 s would join the first.
  await page.waitForTimeout(2_100);
  await runNow(page);
  const message = await arrived({ page, event, sent });
  const { before, after } = message?.event ?? {};
  expect([before, after]).toEqual([expect.stringMatching(/^20\d\d-/), expect.stringMatching(/^20\d\d-/)]);
  expect(before).not.toBe(after);
  expect(message?.text).toContain('The field $.receivedAt has changed since the last successful run.');
  await expectShown({ page, rule: 'Response Changed' });
});

test('a certificate about to expire is notified by the hourly task', async ({ page, facts }) => {
  const event = 'certificate';
  const host = `${randomUUID()}.example.com`;
  await aSeenCertificate({ facts, host, days: 5 });
  const sent = await aWatchedJob({
    ...{ page, facts, event },
    job: { webhook_url: `https://${host}/run`, certificate_days: 7 },
  });
  await expect(page.getByRole('region', { name: 'Webhook Details' })).toContainText(
    /expires on .+, in 5 days/,
  );
  const connection = await Connection.connect({ address: facts.temporalAddress });
  const task = scheduleId({ taskQueue: 'punctual', name: 'certificates' });
  await new Client({ connection }).schedule.getHandle(task).trigger();
  await connection.close();
  const message = await arrived({ page, event, sent });
  expect(message?.title).toMatch(new RegExp(`^Watched \\S+: the certificate of ${host} expires in 5 days$`));
  expect(message?.event).toMatchObject({ host, issuer: 'A Test Authority' });
  await expectShown({ page, rule: 'Certificate' });
});
