import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

// The browser logs the held responses.
test.use({ who: 'new', allowedErrors: [/Failed to load resource|net::ERR/] });

test('a save without a response within 10 seconds is not reported as saved until that is known (D5)', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Job', level: 1 })).toBeVisible();
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill(`${name} two`);
  // The save reaches the server, but its response never arrives.
  await page.route(/\/edit\.data/, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    else await route.continue();
  });
  // The first check would find it saved at once: it waits until the page has shown that it is checking.
  let response = () => {};
  const isSeen = new Promise<void>((resolve) => (response = resolve));
  await page.route(/\/saved$/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Not confirmed yet.')).toBeVisible({ timeout: 15_000 });
  response();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('heading', { name: `${name} two`, level: 1 })).toBeVisible();
});

test('a save that never arrived ends as an error, with the form still filled in (D5)', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Job', level: 1 })).toBeVisible();
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill(`${name} lost`);
  await page.route(/\/edit\.data/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Not confirmed yet.')).toBeVisible();
  await expect(page.getByText('Failed to update job. Please try again.').first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByLabel('Job Name')).toHaveValue(`${name} lost`);
});
