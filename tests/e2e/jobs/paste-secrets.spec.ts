import { expect, test } from '#tests/e2e/fixtures.ts';
import { fillJobForm, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const command = (echoUrl: string) =>
  `curl '${echoUrl}/e2e?api_key=key-canary' -H 'cookie: sid=cookie-canary' -H 'authorization: Bearer token-canary' ` +
  `-H 'origin: https://x.test' -H 'sec-ch-ua: "Chromium"' -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'`;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('credentials of a pasted command become secrets of the account', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByText('Paste cURL, fetch or a crontab line').click();
      await page.getByLabel('Command').fill(command(facts.echoUrl));
      await page.getByRole('button', { name: 'Fill In the Form' }).click();
      await expect(page.getByText('sec-ch-ua', { exact: false }).first()).toContainText('origin');
      if (javaScriptEnabled) await expectAccessible();

      await page.getByLabel('Secret name for cookie header').fill('2 bad');
      await page.getByRole('button', { name: 'Store cookie header as Secret' }).click();
      await expect(page.getByText('A name has 1 to 64 letters', { exact: false })).toBeVisible();
      await page.getByLabel('Secret name for cookie header').fill('MY_COOKIE');
      await page.getByRole('button', { name: 'Store cookie header as Secret' }).click();
      await expect(page.getByText('{{secret.MY_COOKIE}} in its place')).toBeVisible();
      await page.getByRole('button', { name: 'Store Bearer token as Secret' }).click();
      await expect(page.getByText('{{secret.BEARER_TOKEN}} in its place')).toBeVisible();
      await page.getByRole('button', { name: 'Store api_key in the URL as Secret' }).click();
      await expect(page.getByText('{{secret.API_KEY}} in its place')).toBeVisible();
      await expect(page.getByRole('button', { name: /as Secret$/ })).toHaveCount(0);

      await expect(page.getByLabel('Webhook URL')).toHaveValue(
        `${facts.echoUrl}/e2e?api_key={{secret.API_KEY}}`,
      );
      await openTabOf({ page, label: 'HTTP Method' });
      await expect(page.locator('[name=auth]')).toHaveValue('{{secret.BEARER_TOKEN}}');
      expect(await page.content()).not.toContain('token-canary');
    });
  });
}
