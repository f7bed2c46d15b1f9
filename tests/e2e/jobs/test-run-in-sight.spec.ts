import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const inTime = { timeout: 20_000 };
const sizes = [
  { width: 1280, height: 860 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
const phone = { width: 390, height: 844 };
/** In the bar if there is one, else in the card. */
const buttonOf = (page: Page) => page.getByRole('button', { name: /^(Test Run|Run Again)$/ }).first();

async function openCreate(page: Page) {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
}

async function expectNoSideways(page: Page) {
  const { scrollWidth, innerWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    innerWidth: window.innerWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
}

test('Test Run is visible on every screen, at the top and at the end of the form', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/in-sight` });
  const edit = `${page.url().replace(/\?.*/, '')}/edit`;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const address of ['/dashboard/jobs/create', edit]) {
      await page.goto(address);
      await untilHydrated(page);
      await expect(buttonOf(page), `${address} at ${size.width}`).toBeInViewport({ ratio: 1 });
      await page.evaluate(() => scrollTo(0, document.querySelector('form#job')?.clientHeight ?? 0));
      await expect(buttonOf(page), `${address} at ${size.width}, scrolled`).toBeInViewport({ ratio: 1 });
      await expectNoSideways(page);
    }
  }
});

test('the result is beside the form, with the exchange as sent and received', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await openCreate(page);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/status/404?e2e=raw`);
  const card = page.getByRole('region', { name: 'Test Run' });
  await buttonOf(page).click();
  await expect(card.getByText('Failed', { exact: true })).toBeVisible(inTime);
  await expect(card.getByText('Failed', { exact: true })).toBeInViewport();
  await expect(card.getByText('The target has nothing at this address.')).toBeVisible();
  await expect(card.getByText('127.0.0.1', { exact: true })).toBeVisible();
  await card.getByText('Raw response', { exact: true }).click();
  await expect(card.getByRole('region', { name: 'Raw response' })).toContainText('HTTP/1.1 404 Not Found');
  await expect(card.getByRole('region', { name: 'Raw response' })).toContainText('{"status":404}');
  await card.getByText('Raw request', { exact: true }).click();
  const request = card.getByRole('region', { name: 'Raw request' });
  await expect(request).toContainText('GET /status/404?e2e=raw HTTP/1.1');
  await expect(request).toContainText('x-punctual-trigger: test');
  await expectAccessible();
});

test('a click makes a redirect the URL, and another one undoes it', async ({ page, facts }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await openCreate(page);
  const url = page.getByLabel('Webhook URL');
  await url.fill(`${facts.echoUrl}/redirect`);
  await buttonOf(page).click();
  const card = page.getByRole('region', { name: 'Test Run' });
  await card.getByRole('button', { name: 'Use This Redirect' }).click(inTime);
  await expect(url).toHaveValue(`${facts.echoUrl}/`);
  await expect(url).toBeFocused();
  await expect(card.getByText(`The URL is now ${facts.echoUrl}/`)).toBeVisible();
  await expect(card.getByText('The form has changed since this run.')).toBeVisible();
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(url).toHaveValue(`${facts.echoUrl}/redirect`);
  await expect(card.getByText('The form has changed since this run.')).toBeHidden();
  await expect(card.getByRole('button', { name: 'Use This Redirect' })).toBeVisible();
});

test('the received status is added to the accepted ones', async ({ page, facts }) => {
  await openCreate(page);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/status/404`);
  await page.getByRole('tab', { name: 'Criterion' }).click();
  await page.getByLabel('Accepted Statuses').fill('200-204');
  await buttonOf(page).click();
  const card = page.getByRole('region', { name: 'Test Run' });
  await card.getByRole('button', { name: 'Use This Status as Criterion' }).click(inTime);
  await expect(page.getByLabel('Accepted Statuses')).toHaveValue('200-204,404');
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Accepted Statuses')).toHaveValue('200-204');
});

test('on a phone the bar opens the result over the form, by keyboard too', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.setViewportSize(phone);
  await openCreate(page);
  const url = page.getByLabel('Webhook URL');
  await url.fill(`${facts.echoUrl}/redirect`);
  await buttonOf(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Test Run' });
  await expect(dialog.getByText('Failed', { exact: true })).toBeVisible(inTime);
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(buttonOf(page)).toBeFocused();

  await page.getByRole('link', { name: /302.*Show Result/ }).click();
  await dialog.getByRole('button', { name: 'Use This Redirect' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(url).toHaveValue(`${facts.echoUrl}/`);
  await expect(url).toBeFocused();
  await expect(url).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(url).toHaveValue(`${facts.echoUrl}/redirect`);
});

test('on a phone a form without a target names the field, and no dialog opens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/dashboard/jobs/create?tab=status');
  await untilHydrated(page);
  await buttonOf(page).click();
  await expect(page.getByText('Enter the URL to call.')).toBeVisible();
  await expect(page.getByLabel('Webhook URL')).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('five of the next fires are listed below the form, with the number for a day and a month', async ({
  page,
}) => {
  await openCreate(page);
  const fires = page.getByRole('region', { name: 'Next Runs' });
  await expect(fires.getByRole('listitem')).toHaveCount(5);
  await expect(fires.getByRole('term')).toHaveText(['A day', 'A month', 'Now']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page returns to the result, and its values are used by plain buttons', async ({
    page,
    facts,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/dashboard/jobs/create');
    await page.getByLabel('Job Name').fill('Kept');
    await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/redirect`);
    await buttonOf(page).click();
    const card = page.getByRole('region', { name: 'Test Run' });
    await expect(card.getByText('Failed', { exact: true })).toBeInViewport(inTime);
    await card.getByText('Raw response', { exact: true }).click();
    await expect(card.getByRole('region', { name: 'Raw response' })).toContainText('HTTP/1.1 302 Found');

    await card.getByRole('button', { name: 'Use This Redirect' }).click();
    await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/`);
    await expect(page.getByLabel('Job Name')).toHaveValue('Kept');
    await card.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/redirect`);

    await buttonOf(page).click();
    await card.getByRole('button', { name: 'Use This Status as Criterion' }).click(inTime);
    await expect(page.getByLabel('Accepted Statuses')).toHaveValue('302');
  });
});
