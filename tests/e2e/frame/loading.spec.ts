import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });

test('the old page stays while the next is fetched, and a progress bar appears at the top after 200 ms', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  let response: () => void = () => undefined;
  const held = new Promise<void>((done) => (response = done));
  await page.route(/\/dashboard\/settings\.data/, async (route) => {
    await held;
    await route.continue();
  });
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(bar).toBeAttached();
  const drawn = await bar.evaluate((line) => getComputedStyle(line, '::after').animationDelay);
  expect(drawn).toBe('0.2s');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  response();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(bar).toBeHidden();
});
