import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

interface Given {
  page: Page;
  /** Of the echo target. */
  url: string;
  name?: string;
  status?: 'active' | 'paused' | 'inactive';
  fields?: Record<string, string>;
}

/** A name that no other test uses. */
export function aName(word: string): string {
  return `${word} ${randomUUID().slice(0, 8)}`;
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
  if (status) await page.getByLabel('Job Status').selectOption(status);
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: false }).fill(text);
  return name;
}

/** Creates a job through the form and opens its page. */
export async function createJob(given: Given): Promise<string> {
  const { page } = given;
  const name = await fillJobForm(given);
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`/dashboard?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return name;
}

/** Opens the page's own menu, where Delete Job is. */
export async function openMoreActions(page: Page): Promise<void> {
  await page.getByLabel('More actions').click();
}

/** Waits until React has taken over the page: what is changed before that is sent by nobody. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}
