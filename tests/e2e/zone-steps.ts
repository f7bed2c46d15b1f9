import { expect, type Page } from '@playwright/test';

const named = (page: Page, label: string) => page.getByRole('combobox', { name: label });

/** The text field of a time zone. */
export const zoneFieldOf = (page: Page, label = 'Timezone') => named(page, label).and(page.locator('input'));

/** Rendered instead without JavaScript, and until the script has loaded. */
export const zoneListOf = (page: Page, label = 'Timezone') => named(page, label).and(page.locator('select'));

/** Chooses a zone by typing and pressing Enter; the page is hydrated. */
export async function chooseZone({
  page,
  zone,
  label = 'Timezone',
}: {
  page: Page;
  zone: string;
  label?: string;
}): Promise<void> {
  const field = zoneFieldOf(page, label);
  await field.fill(zone);
  await page.getByRole('option', { name: zone }).first().waitFor();
  await field.press('Enter');
  await expect(field).toHaveValue(zone);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
}
