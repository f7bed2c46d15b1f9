import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { caughtMail, linkIn } from '#tests/e2e/caught-mail.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import { expect, loseEach, test, type Lost } from '#tests/e2e/lost-fixtures.ts';
import { signIn } from '#tests/e2e/sign-in.ts';

// Keys, sessions, the account, other people's accounts and mails without the response to an act: a row for each. Sign Out,
// Sign Out Everywhere and the search of the documentation are forms of the browser itself: it shows its own error.

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

/** An action with a confirmation: the button, then the same label in the dialog. */
const confirmed =
  (name: string, within: (page: Page) => ReturnType<typeof section>, word = name) =>
  async (page: Page) => {
    await within(page).getByRole('button', { name }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: word }).click();
  };

test.describe('settings', () => {
  test.use({ who: 'new' });

  test('revoking keys, ending sessions and deleting the account survive lost responses', async ({
    page,
    cutter,
    browser,
    facts,
  }) => {
    await page.goto('/dashboard/settings');
    const email = await page.getByLabel('Email').inputValue();
    const context = await browser.newContext({
      baseURL: facts.url,
      storageState: { cookies: [], origins: [] },
    });
    await signIn({ page: await context.newPage(), email });
    await context.close();
    await page.reload();
    await untilHydrated(page);
    const keys = section(page, 'API Key');
    const keyRow = keys.getByRole('row', { name: /Deployments/ });
    const keyName = keys.getByLabel('Name');
    const sessions = section(page, 'Sessions');
    const twoSessions = () => expect(sessions.getByRole('listitem')).toHaveCount(2);
    const acts: Record<string, Lost> = {
      'add a key': {
        before: () => keyName.fill('Deployments'),
        act: () => keys.getByRole('button', { name: 'Add Key' }).click(),
        toast: 'Failed to create the API key. Please try again.',
        kept: () => expect(keyName).toHaveValue('Deployments'),
        isUnseen: true,
        isMeant: ({ path }) => path === '/dashboard/settings/keys',
      },
      'revoke a key': {
        before: async () => {
          if (await keyRow.isVisible()) return;
          await keys.getByRole('button', { name: 'Add Key' }).click();
          await page
            .getByRole('dialog', { name: 'API Key Created' })
            .getByRole('button', { name: 'Close' })
            .click();
        },
        act: confirmed('Revoke Deployments', () => keys, 'Revoke'),
        toast: 'Failed to revoke the API key. Please try again.',
        kept: () => expect(keyRow).toBeVisible(),
        isUnseen: true,
      },
      'regenerate the key': {
        act: confirmed('Regenerate', () => keys),
        toast: 'Failed to regenerate API key. Please try again.',
        isUnseen: true,
      },
      'end a session': {
        act: () => sessions.getByRole('button', { name: /^End session/ }).click(),
        toast: 'Failed to end the session. Please try again.',
        kept: twoSessions,
        isUnseen: true,
      },
    };
    await loseEach({ page, cutter, acts });
    await page.getByRole('link', { name: 'Delete Account' }).click();
    const typed = page.getByLabel(`Type ${email} to confirm`);
    await typed.fill(email);
    await loseEach({
      page,
      cutter,
      acts: {
        'delete the account': {
          act: () => page.getByRole('button', { name: 'Delete Account' }).click(),
          toast: 'Failed to delete the account. Please try again.',
          kept: () => expect(typed).toHaveValue(email),
          isUnseen: true,
        },
      },
    });
  });
});

test.describe('an admin', () => {
  test.use({ who: 'admin' });

  test('keeps the page if an action on an account or a page of the log loses its response', async ({
    page,
    cutter,
    request,
  }) => {
    for (let count = 0; count < 12; count += 1)
      await request.get('/api/v1/jobs', { headers: { authorization: 'Bearer pnc_live_lost' } });
    await page.goto('/admin/users');
    await page.getByLabel('Search users').fill('free@punctual.test');
    await page.getByLabel('Search users').press('Enter');
    await page.getByRole('link', { name: 'free@punctual.test' }).click();
    await page.getByRole('link', { name: 'Suspend', exact: true }).click();
    await heading(page, /^Suspend/);
    await untilHydrated(page);
    const reason = page.getByLabel('Reason');
    await reason.fill('sends spam');
    await loseEach({
      page,
      cutter,
      acts: {
        suspend: {
          act: () => page.getByRole('button', { name: 'Suspend' }).click(),
          toast: 'Failed to change the account. Please try again.',
          kept: () => expect(reason).toHaveValue('sends spam'),
          isUnseen: true,
        },
      },
    });
    await page.goto('/admin/logs');
    await untilHydrated(page);
    const log = section(page, 'Entries');
    await loseEach({
      page,
      cutter,
      acts: {
        'next page': {
          act: () => log.getByRole('link', { name: 'Next' }).click(),
          toast: 'Failed to load system logs',
          kept: () => expect(log.getByText(/^Page 1 of/)).toBeVisible(),
          isLoad: true,
        },
      },
    });
  });
});

test.describe('the pages linked from a mail', () => {
  test.use({ who: 'new' });

  test('stay on their question', async ({ page, cutter, facts }) => {
    const to = `lost-${randomUUID().slice(0, 8)}@example.test`;
    await createJob({ page, url: `mailto:${to}` });
    const mail = await caughtMail({ facts, subject: 'May Punctual write to you?', to });
    const pages = [
      {
        path: '/mail/confirm/',
        title: 'Confirm Your Address',
        button: 'Confirm Address',
        words: 'confirm the address',
      },
      { path: '/mail/stop/', title: 'Stop These Mails?', button: 'Stop Mails', words: 'stop the mails' },
    ];
    for (const { path, title, button, words } of pages) {
      await page.goto(linkIn({ mail, path }));
      await untilHydrated(page);
      await loseEach({
        page,
        cutter,
        acts: {
          [title]: {
            act: () => page.getByRole('button', { name: button }).click(),
            toast: `Failed to ${words}. Please try again.`,
            kept: () => heading(page, title),
            isUnseen: true,
          },
        },
      });
    }
  });
});
