import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

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
