import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeJob } from './made-jobs.ts';

interface Given {
  page: Page;
  /** URL of the echo target. */
  url: string;
  name?: string;
  status?: 'active' | 'paused' | 'inactive';
  fields?: Record<string, string>;
}

/** A name that no other test uses. */
export function aName(word: string): string {
  return `${word} ${randomUUID().slice(0, 8)}`;
}

const tabs: Record<string, string> = {
  'HTTP Method': 'HTTP',
  'Headers (JSON)': 'HTTP',
  'Payload (JSON)': 'HTTP',
  'Timeout (seconds)': 'Timeout',
  'Retry Count': 'Timeout',
  'Success Criterion': 'Criterion',
  'Accepted Statuses': 'Criterion',
  Notify: 'Notifications',
  'Late (seconds)': 'Notifications',
  'Too Long (seconds)': 'Notifications',
  'Certificate (days)': 'Notifications',
  'Response Changed': 'Notifications',
  'Job Status': 'Status',
  Tags: 'Status',
  'External Id': 'Status',
};

/** Opens the tab of a field if the form has tabs; without JavaScript, all are open. */
export async function openTabOf({ page, label }: { page: Page; label: string }): Promise<void> {
  const tab = page.getByRole('tab', { name: tabs[label] ?? 'URL & Time' });
  if (await tab.isVisible()) await tab.click();
}

/** The field of that label, its tab open and its headers as JSON. */
export async function openField({ page, label }: { page: Page; label: string }): Promise<Locator> {
  await openTabOf({ page, label });
  if (label === 'Headers (JSON)') {
    await page.getByRole('radiogroup', { name: 'Headers as' }).getByRole('radio', { name: 'JSON' }).check();
  }
  return page.getByLabel(label, { exact: label === 'Notify' });
}

/** Fills in the form of a new job; the test sends it. */
export async function fillJobForm({
  page,
  url,
  name = aName('Job'),
  status,
  fields = {},
}: Given): Promise<string> {
  await page.goto('/dashboard/jobs/create');
  await page.getByLabel('Job Name').fill(name);
  await page.getByLabel('Webhook URL').fill(url);
  // A tab pressed before React has taken over stays closed; without JavaScript there are none.
  const isPlain = await page.getByRole('button', { name: 'Preview', exact: true }).isVisible();
  if (!isPlain && (status || Object.keys(fields).length > 0)) await untilHydrated(page);
  if (status) await (await openField({ page, label: 'Job Status' })).selectOption(status);
  for (const [label, text] of Object.entries(fields)) await (await openField({ page, label })).fill(text);
  await openTabOf({ page, label: 'Job Name' });
  return name;
}

/** Creates a job as the form does, opens its page, and returns its name. */
export async function createJob(given: Given): Promise<string> {
  const { page, url, name = aName('Job'), status, fields } = given;
  // Most tests are not about the form: they send its request without it.
  if (fields || !url.startsWith('http')) {
    await fillJobForm({ ...given, name });
    await page.getByRole('button', { name: 'Create Job' }).click();
    await page.waitForURL('**/dashboard');
  } else {
    const timezone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await makeJob({ page, name, url, ...(status && { status }), fields: { timezone } });
  }
  // It takes the toast, too, which a later dashboard would show.
  const list = await page.request.get(`/dashboard?search=${encodeURIComponent(name)}`);
  const id = /data-job="(\d+)"/.exec(await list.text())?.[1];
  expect(id, `the list finds ${name}`).toBeDefined();
  await page.goto(`/dashboard/jobs/${id}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return name;
}

/** Opens the page's own menu, where Delete Job is. */
export async function openMoreActions(page: Page): Promise<void> {
  await page.getByLabel('More actions').click();
}

/**
 * Waits until React has taken over the page and has run its effects, which a busy machine does well after the first render:
 * a few messages through the scheduler's kind of queue come after them. The public page has its own script with a signal.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    if ('ready' in document.documentElement.dataset) return true;
    const heading = Object.keys(document.querySelector('main h1') ?? {});
    if (!heading.some((key) => key.startsWith('__reactFiber'))) return false;
    const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1] as
      { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } } | undefined;
    if (container?.stateNode.current.memoizedState?.isDehydrated !== false) return false;
    for (let message = 0; message < 3; message += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(null);
      });
    }
    return true;
  });
}

/** Runs the page's job manually and waits until its execution has the given result. */
export async function runNow(page: Page, end = /Success/): Promise<void> {
  await page.getByRole('button', { name: 'Run Now' }).click();
  const history = page.getByRole('region', { name: 'Executions History' });
  await expect(history.getByRole('row', { name: end })).toBeVisible({ timeout: 15_000 });
}

/** The toast of a page without JavaScript; Playwright ignores texts and roles inside a noscript. */
export const plainToastOf = (page: Page) => page.locator('noscript [role=status]');

/** The value beside a label in a list of facts. */
export const valueOf = (shown: Locator, label: string) =>
  shown
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=..')
    .locator('dd');
