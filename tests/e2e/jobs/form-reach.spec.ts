import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, openMoreActions, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';
import { chooseZone, zoneFieldOf } from '#tests/e2e/zone-steps.ts';

// Parts of the job form that stay visible, hide, or appear once.
test.use({ who: 'new', allowedErrors: [/status of 403/] });
test.describe.configure({ timeout: 180_000 });

test('Update Job stays visible in a long form, and covers no focused field', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const editPage = `${page.url()}/edit`;
  for (const [width, height] of [
    [1280, 700],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(editPage);
    await untilHydrated(page);
    const update = page.getByRole('button', { name: 'Update Job' });
    await expect(update).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Job Name').focus();
    const covered: string[] = [];
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const control = document.activeElement;
        if (!control || !control.closest('form#job') || control.closest('[data-action-bar]')) return null;
        const { left, right, top, height } = control.getBoundingClientRect();
        // The browser scrolls to the beginning of a long text, where the caret is.
        const at = document.elementFromPoint((left + right) / 2, top + Math.min(height / 2, 16));
        return at?.closest('[data-action-bar]') ? control.id || control.outerHTML.slice(0, 80) : null;
      });
      if (found) covered.push(found);
    }
    expect(covered, `${width}`).toEqual([]);
    await expect(update).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Description').fill(`At ${width}`);
    await update.click();
    await expect(page.getByText('Job updated successfully!', { exact: true }).first()).toBeVisible();
  }
  await page.goto(editPage);
  await expectAccessible();
  await page.setViewportSize({ width: 1280, height: 700 });
});

test('Manual only hides the time zone and catch-up, and keeps their values', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const editPage = `${page.url()}/edit`;
  await page.goto(editPage);
  await untilHydrated(page);
  const zone = zoneFieldOf(page);
  const catchUp = page.getByLabel('If a run is missed');
  await chooseZone({ page, zone: 'Europe/Paris' });
  await catchUp.selectOption('all');
  const modes = page.getByRole('radiogroup', { name: 'Schedule mode' });
  await modes.getByRole('radio', { name: /Manual/ }).check();
  await expect(zone).toBeHidden();
  await expect(catchUp).toBeHidden();
  await page.getByRole('button', { name: 'Update Job' }).click();
  await page.getByText('Job updated successfully!').first().waitFor();
  await page.goto(editPage);
  await untilHydrated(page);
  await expect(zone).toBeHidden();
  await modes.getByRole('radio', { name: 'Simple' }).check();
  await expect(zone).toBeVisible();
  await expect(zone).toHaveValue('Europe/Paris');
  await expect(catchUp).toHaveValue('all');
});

test('a paused job offers a test run beside Run Now', async ({ page, facts, expectAccessible }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
  await expect(page.getByRole('button', { name: 'Run Now' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('link', { name: 'Test Run' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Test Run' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit Job' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Test Run' }).filter({ visible: true }).last(),
  ).toBeInViewport();
  await expectAccessible();
});

test('a full plan is announced by the banner and at the status, but not by a toast', async ({
  page,
  facts,
}) => {
  await makeJobs({ page, facts, count: 10 });
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await expect(page.getByText('Your plan allows 10 jobs, and all are used.')).toBeVisible();
  await page.getByLabel('Job Name').fill('The eleventh');
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e`);
  await openTabOf({ page, label: 'Job Status' });
  const status = page.getByLabel('Job Status');
  await status.selectOption('active');
  await page.getByRole('button', { name: 'Create Job' }).click();
  const words = 'Your plan allows 10 jobs. Upgrade, or make room by deleting a job.';
  await expect(status).toHaveAccessibleDescription(new RegExp(words));
  await expect(status).toBeFocused();
  await expect(page.getByText(words)).toHaveCount(1);
});
