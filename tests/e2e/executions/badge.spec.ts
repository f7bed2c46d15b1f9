import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Badge' });

test.describe('with JavaScript', () => {
  test.use({ who: 'free', allowedErrors: [/status of 404/] });

  test('a badge is off, then on, then regenerated, then off; anyone sees it while it is on', async ({
    page,
    facts,
    browser,
    expectAccessible,
  }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
    await untilHydrated(page);
    await expect(card(page).getByRole('img')).toHaveCount(0);
    await card(page).getByRole('button', { name: 'Turn On Badge' }).click();
    await expect(page.getByText('The badge is on.', { exact: true })).toBeVisible();
    const picture = card(page).getByRole('img', { name: `Badge of ${name}` });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(50);
    await expectAccessible();

    const first = (await picture.getAttribute('src')) ?? '';
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const response = await stranger.request.get(first);
    expect(response.headers()).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const svg = await response.text();
    expect(svg).toContain(`${name}: paused`);
    expect(svg).not.toContain('punctual.test');

    await card(page).getByRole('button', { name: 'Regenerate Link' }).click();
    await expect(page.getByText(/^The badge has a new link/).first()).toBeVisible();
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
    expect((await stranger.request.get(first)).status()).toBe(404);

    const second = (await picture.getAttribute('src')) ?? '';
    expect((await stranger.request.get(second)).status()).toBe(200);
    await card(page).getByRole('button', { name: 'Turn Off' }).click();
    await expect(card(page).getByRole('button', { name: 'Turn On Badge' })).toBeVisible();
    expect((await stranger.request.get(second)).status()).toBe(404);
    await stranger.close();
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'free', javaScriptEnabled: false });

  test('is turned on and off by plain forms', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
    await card(page).getByRole('button', { name: 'Turn On Badge' }).click();
    await expect(card(page).getByRole('img')).toBeVisible();
    await card(page).getByRole('button', { name: 'Turn Off' }).click();
    await expect(card(page).getByRole('img')).toHaveCount(0);
  });
});
