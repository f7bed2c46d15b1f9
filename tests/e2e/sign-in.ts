import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';

export const seeded = ['free', 'premium', 'ultimate', 'admin'] as const;

/** `new` signs in for the first time; null is signed out. */
export type Who = (typeof seeded)[number] | 'new' | null;

/** The address of an account; for `new` a different one each time. */
export function emailOf(who: Exclude<Who, null>): string {
  return who === 'new' ? `visitor-${randomUUID().slice(0, 8)}@example.test` : `${who}@punctual.test`;
}

/** Goes through the product's sign-in and the provider's forms, up to the dashboard. */
export async function signIn({ page, email }: { page: Page; email: string }): Promise<void> {
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: 'Sign In' })
    .or(page.getByRole('link', { name: 'Sign In' }))
    .first()
    .click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard**');
}

/**
 * Signs in by the same requests as a browser, without a page: the cookies of the context then belong to a browser that
 * has seen the dashboard.
 * @param request of the context that signs in
 * @param url the product's address
 * @param timeZone the browser's: the product keeps it with the account, and the browser's page has nothing to report
 * @returns the product token, which a page keeps in its storage
 */
export async function signInOverHttp({
  request,
  url,
  email,
  timeZone,
}: {
  request: APIRequestContext;
  url: string;
  email: string;
  timeZone: string;
}): Promise<string> {
  const headers = { origin: url };
  const login = await request.get(`${url}/auth/login`);
  const consent = await sendForm({ request, page: login, form: { email, password: 'any password' } });
  const dashboard = await sendForm({ request, page: consent, form: {} });
  if (new URL(dashboard.url()).pathname !== '/dashboard')
    throw new Error(`The sign-in of ${email} ended at ${dashboard.url()}.`);
  const form = { zone: timeZone };
  await request.post(`${url}/preferences`, { headers, form, maxRedirects: 0 });
  const page = await request.post(`${url}/dashboard/token`, { headers });
  const { ticket } = (await page.json()) as { ticket: string };
  const response = await request.post(`${url}/api/v1/auth/token`, { headers, data: { token: ticket } });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** Sends the first form of a page, with the fields a person fills in. */
async function sendForm({
  request,
  page,
  form,
}: {
  request: APIRequestContext;
  page: APIResponse;
  form: Record<string, string>;
}): Promise<APIResponse> {
  const [, action] = /<form method="post" action="([^"]+)">/.exec(await page.text()) ?? [];
  if (action === undefined) throw new Error(`${page.url()} (${page.status()}) has no form.`);
  return request.post(new URL(action, page.url()).href, { form });
}
