import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, fillJobForm, plainToastOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// A toast that one tab leaves for its next page is shown there, and in no other tab.

const created = 'Job created successfully';

test.describe('with JavaScript', () => {
  test.use({ who: 'new' });

  test('another tab that loads the same page first does not take the toast', async ({
    page,
    context,
    facts,
  }) => {
    const other = await context.newPage();
    await other.goto('/dashboard/heat-map');
    await untilHydrated(other);
    await fillJobForm({ page, url: `${facts.echoUrl}/e2e`, status: 'paused', name: aName('Tab') });

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/dashboard\.data/, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    const waits = page.waitForRequest(
      (request) => request.method() === 'GET' && /\/dashboard\.data/.test(request.url()),
    );
    await page.getByRole('button', { name: 'Create Job' }).click();
    await waits;

    await other.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await other.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    release();
    await expect(page.getByRole('listitem').filter({ hasText: created })).toBeVisible();
    await expect(other.getByText(created)).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false });

  test('the page after a form shows its toast once', async ({ page, facts }) => {
    await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
    await page.getByRole('button', { name: 'Create Job' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(plainToastOf(page)).toContainText(created);
    await page.reload();
    await expect(plainToastOf(page)).toHaveCount(0);
  });
});
