import type { Page } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

const path = '/dashboard/api-docs';

const keyOf = ({ accounts }: StackFacts, wanted: string) =>
  accounts.find(({ tier, role }) => tier === wanted && role !== 'admin')?.apiKey ?? '';

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(path + search);
  await untilHydrated(page);
}

const keyBox = (page: Page) => page.getByRole('group', { name: 'Your API key' });
const example = (page: Page, language: string) =>
  page.getByRole('region', { name: `Example in ${language}`, exact: true });
const reference = (page: Page) => page.getByRole('region', { name: 'API Reference', exact: true });

test.describe('on the free plan', () => {
  test.use({ who: 'free' });

  test('API Access says Subscription Required and links to the plans', async ({ page, facts }) => {
    await open(page);
    await expect(page.getByRole('heading', { name: 'API Access' })).toBeVisible();
    await expect(page.getByText('Subscription Required')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    expect(await page.content()).not.toContain(keyOf(facts, 'free'));
    await page.getByRole('link', { name: 'Upgrade Your Plan' }).click();
    await page.waitForURL('**/dashboard/settings');
  });
});

for (const tier of ['premium', 'ultimate'] as const) {
  test.describe(`on the ${tier} plan`, () => {
    test.use({ who: tier, permissions: ['clipboard-read', 'clipboard-write'] });

    test('the key is masked until it is shown, and one reveal serves all copies', async ({ page, facts }) => {
      const key = keyOf(facts, tier);
      const reveals: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') reveals.push(new URL(request.url()).pathname);
      });
      await open(page);
      // Fetched again: the browser discards the text of a shown response.
      const documents = await Promise.all(
        [path, `${path}.data`].map(async (address) => (await page.request.get(address)).text()),
      );
      await expect(keyBox(page)).toHaveText(`pnc_live_…${key.slice(-4)}`);
      await expect(page.getByText('Send the key as a bearer token with every request:')).toBeVisible();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());

      // A copy has the key, and the page still does not show it.
      const code = example(page, 'cURL');
      await code.locator('xpath=..').getByRole('button', { name: 'Copy' }).click();
      await expect.poll(copied).toContain(`-H 'Authorization: Bearer ${key}'`);
      await expect(code).not.toContainText(key);

      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(keyBox(page)).toHaveText(key);
      await expect(page.getByRole('region', { name: 'Authorization header' })).toHaveText(
        `Authorization: Bearer ${key}`,
      );
      await expect(code).toContainText(`Bearer ${key}`);
      await keyBox(page).locator('xpath=..').getByRole('button', { name: 'Copy' }).click();
      await expect(page.getByText('API Key Copied', { exact: true })).toBeVisible();
      await expect.poll(copied).toBe(key);

      await page.getByRole('button', { name: 'Hide', exact: true }).click();
      await expect(keyBox(page)).not.toContainText(key);
      await expect(code).not.toContainText(key);
      expect(reveals.filter((one) => one.includes('key'))).toEqual(['/api/v1/auth/api-key/reveal']);
      for (const text of documents) expect(text).not.toContain(key);
    });

    test('an example says Copied for two seconds', async ({ page }) => {
      await open(page);
      const button = example(page, 'cURL').locator('xpath=..').getByRole('button');
      // By the page's own clock: on a busy machine two checks of a test may be further apart.
      const seen = button.evaluate(
        (element) =>
          new Promise<number>((ended) => {
            let since: number | null = null;
            new MutationObserver(() => {
              if (element.textContent === 'Copied') since ??= performance.now();
              else if (since !== null) ended(performance.now() - since);
            }).observe(element, { subtree: true, childList: true, characterData: true });
          }),
      );
      await button.click();
      const ms = await seen;
      expect(ms).toBeGreaterThan(1_950);
      expect(ms).toBeLessThan(6_000);
    });
  });
}

test.describe('the page', () => {
  test.use({ who: 'premium', permissions: ['clipboard-read', 'clipboard-write'] });

  test('the examples are in four languages, and the address keeps the choice', async ({ page }) => {
    await open(page);
    for (const language of ['cURL', 'JavaScript', 'Python', 'Go']) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await expect(example(page, language)).toBeVisible();
      await expect(example(page, language)).toContainText('Bearer pnc_live_…');
    }
    await expect(page).toHaveURL(/lang=go/);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Go', exact: true })).toHaveAttribute('aria-selected', 'true');
  });

  test('the reference has the tabs Jobs and Executions with every call of the specification', async ({
    page,
  }) => {
    await open(page);
    const calls = (group: string) =>
      reference(page)
        .getByRole('tabpanel', { name: group })
        .locator('summary')
        .evaluateAll((lines) =>
          lines.map(
            (line) =>
              `${line.querySelector('b')?.textContent ?? ''} ${line.querySelector('code')?.textContent ?? ''}`,
          ),
        );
    expect(await calls('Jobs')).toEqual(
      expect.arrayContaining([
        'GET /api/v1/jobs',
        'POST /api/v1/jobs',
        'GET /api/v1/jobs/{id}',
        'PUT /api/v1/jobs/{id}',
        'DELETE /api/v1/jobs/{id}',
      ]),
    );
    await reference(page)
      .getByRole('tab', { name: /Executions/ })
      .click();
    expect(await calls('Executions')).toContain('GET /api/v1/jobs/{id}/executions');
    await expect(page).toHaveURL(/tab=executions/);

    // Parameters, responses and errors of a call.
    const line = page.getByText('/api/v1/jobs/{id}/executions', { exact: true });
    await reference(page).locator('summary').filter({ has: line }).click();
    const opened = reference(page).locator('details[open]');
    await expect(opened.getByText('per_page', { exact: true })).toBeVisible();
    await expect(opened.getByRole('link', { name: /404 not_found/ })).toHaveAttribute(
      'href',
      '/docs/errors#not_found',
    );
    await expect(opened.getByRole('region', { name: /, response 200$/ })).toContainText('"pagination"');
  });

  test('a link to a call opens it', async ({ page }) => {
    await open(page, '#create-job');
    await expect(page.locator('#create-job')).toBeVisible();
  });

  test('by keyboard alone the key is shown, a language chosen and a call opened', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Show', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeFocused();
    await page.getByRole('tab', { name: 'cURL', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(example(page, 'JavaScript')).toBeVisible();
    const line = reference(page).locator('summary').first();
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(reference(page).locator('details[open]')).toHaveCount(1);
  });

  test.describe('if the key cannot be loaded', () => {
    test.use({ allowedErrors: [/status of 500/] });

    test('a toast says so, and the next Show tries again', async ({ page }) => {
      const reveal = '**/api/v1/auth/api-key/reveal';
      await page.route(reveal, (route) => route.fulfill({ status: 500, json: {} }));
      await open(page);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(
        page.getByText('Failed to fetch user data. Please try again later.', { exact: true }),
      ).toBeVisible();
      await expect(keyBox(page)).toHaveText(/…/);
      await page.unroute(reveal);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(keyBox(page)).not.toHaveText(/…/);
    });
  });

  // The other two are those of `npm run test:screens` (docs/design/interface.md section 7).
  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ] as const) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('has no accessibility violations, all calls open, and does not scroll sideways', async ({
        page,
        expectAccessible,
      }) => {
        test.setTimeout(60_000);
        await open(page);
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
        await reference(page)
          .locator('details')
          .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
        await expectAccessible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    });
  }
});

test.describe('without JavaScript', () => {
  // A browser showing plain text requests the default icon.
  test.use({ who: 'premium', javaScriptEnabled: false, allowedErrors: [/favicon\.ico/] });

  test('every language and both tabs can be read, and the key is returned as text', async ({
    page,
    facts,
  }) => {
    await page.goto(path);
    for (const language of ['cURL', 'JavaScript', 'Python', 'Go']) {
      await expect(example(page, language)).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    await expect(reference(page).getByRole('heading', { name: 'Executions' })).toBeVisible();
    await page.getByRole('link', { name: 'Python', exact: true }).click();
    await page.waitForURL(/lang=python/);
    await reference(page).locator('summary').first().click();
    await expect(
      reference(page)
        .locator('details[open]')
        .getByRole('region', { name: /, Python$/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText(keyOf(facts, 'premium'), { exact: true })).toBeVisible();
  });
});
