import type { Page } from '@playwright/test';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import {
  closeToasts,
  expect,
  expectToast,
  isForm,
  loseEach,
  test,
  type Lost,
} from '#tests/e2e/lost-fixtures.ts';

// Settings and the admin area with lost responses.

const card = (page: Page, name: string) => page.getByRole('region', { name });
const typed = (page: Page, label: string, text: string) => () =>
  expect(page.getByRole('textbox', { name: label })).toHaveValue(text);

test.describe('settings', () => {
  test.use({ who: 'new' });

  test('forms keep the typed values, even after a reload; buttons and switches keep working', async ({
    page,
    cutter,
  }) => {
    test.setTimeout(150_000);
    await page.goto('/dashboard/settings');
    await untilHydrated(page);
    const profile = card(page, 'Profile');
    const firstName = profile.getByLabel('First Name');
    const secrets = card(page, 'Secrets');
    const press = (within: () => ReturnType<typeof card>, name: string | RegExp) => () =>
      within().getByRole('button', { name }).first().click();
    const forms: Record<string, Lost> = {
      profile: {
        act: async () => {
          await firstName.fill('Ada');
          await profile.getByRole('button', { name: 'Save Changes' }).click();
        },
        toast: 'Failed to update profile. Please try again.',
        kept: () => expect(firstName).toHaveValue('Ada'),
      },
      secret: {
        act: async () => {
          await secrets.getByLabel('Name').fill('TOKEN');
          await secrets.getByLabel('Value').fill('one');
          await secrets.getByRole('button', { name: 'Save Secret' }).click();
        },
        toast: 'Failed to save the secret. Please try again.',
        kept: () => expect(secrets.getByLabel('Name')).toHaveValue('TOKEN'),
      },
      'default channel': {
        act: press(() => card(page, 'Default Notifications'), 'Save'),
        toast: 'Failed to save the notification channel. Please try again.',
      },
      'test notification': {
        act: press(() => card(page, 'Default Notifications'), 'Send Test Notification'),
        toast: 'Failed to send the test notification. Please try again.',
      },
      'signing secret': {
        act: press(() => card(page, 'Signing Secret'), /Create|Rotate/),
        toast: 'Failed to create a signing secret. Please try again.',
      },
      checkout: {
        act: press(() => card(page, 'Subscription'), /Premium/),
        toast: 'Failed to start checkout process',
      },
    };
    for (const [title, lost] of Object.entries(forms)) {
      // The product does not see these: each can be pressed again with the same meaning.
      await test.step(title, async () => {
        for (const failure of ['cut-before', 'bad-gateway'] as const) {
          cutter.fail({ failure, isMeant: isForm });
          if (failure === 'bad-gateway' && title === 'signing secret') continue;
          await lost.act(page);
          await expectToast({ page, text: lost.toast });
          await lost.kept?.(page);
          cutter.heal();
          await closeToasts(page);
        }
      });
    }
    await firstName.fill('Grace');
    cutter.fail({ failure: 'cut-before', isMeant: isForm });
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast({ page, text: 'Failed to update profile. Please try again.' });
    cutter.heal();
    await page.reload();
    await untilHydrated(page);
    await expect(firstName).toHaveValue('Grace');
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast({ page, text: 'Profile' });
    await page.reload();
    await expect(firstName).toHaveValue('Grace');
  });
});

test.describe('an admin', () => {
  test.use({ who: 'admin' });

  test('stays on the page whose filter, page or action lost its response', async ({ page, cutter }) => {
    test.setTimeout(90_000);
    await page.goto('/admin/logs');
    await untilHydrated(page);
    const heading = () => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await loseEach({
      page,
      cutter,
      acts: {
        'filter of the log': {
          act: async () => {
            const search = page.getByRole('search', { name: 'Log' }).getByRole('searchbox');
            await search.fill('key');
            await search.press('Enter');
          },
          toast: 'Failed to load system logs',
          kept: heading,
          isLoad: true,
        },
        'link to the overview': {
          act: () => page.getByRole('link', { name: 'Overview' }).first().click(),
          toast: 'Failed to load admin dashboard statistics',
          kept: heading,
          isLoad: true,
        },
      },
    });
    await page.goto('/admin/settings');
    await untilHydrated(page);
    await page.getByRole('textbox', { name: 'Banner' }).fill('Lost words');
    cutter.fail({ failure: 'cut-before', isMeant: isForm });
    await page.getByRole('button', { name: 'Save Banner' }).click();
    await expectToast({ page, text: 'Failed to save the banner. Please try again.' });
    await typed(page, 'Banner', 'Lost words')();
    cutter.heal();
    await page.reload();
    await untilHydrated(page);
    await typed(page, 'Banner', 'Lost words')();
  });
});
