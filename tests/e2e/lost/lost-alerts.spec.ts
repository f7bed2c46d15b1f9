import type { Page } from '@playwright/test';
import { accountOn, makeUltimate } from '#tests/e2e/account-rows.ts';
import { addIncidents } from '#tests/e2e/alert-rows.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import { expect, type Lost, loseEach, test, untilGuarded } from '#tests/e2e/lost-fixtures.ts';

// Channels, defaults, incidents and event subscriptions without the response to an act: a row for each.

test.use({ who: 'new' });
test.describe.configure({ timeout: 150_000 });

const settings = '/dashboard/settings';
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const pressIn = (region: string, name: string) => (page: Page) =>
  page.getByRole('region', { name: region, exact: true }).getByRole('button', { name, exact: true }).click();

/** An act that did not reach the product, and the words for it. */
const unseen = (lost: Omit<Lost, 'isUnseen'>): Lost => ({ ...lost, isUnseen: true });

async function onUltimate({
  page,
  facts,
}: {
  page: Page;
  facts: Parameters<typeof makeUltimate>[0]['facts'];
}) {
  await page.goto(settings);
  const { id: userId } = await accountOn(page);
  await makeUltimate({ facts, userId });
  return userId;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilGuarded(page);
}

test('forms of a channel and of a default keep what was typed, and can be sent again', async ({
  page,
  cutter,
  facts,
}) => {
  const name = page.getByLabel('Name', { exact: true });
  const url = page.getByLabel('URL', { exact: true });
  await open(page, `${settings}/channels/new?kind=webhook`);
  await name.fill('#ops');
  await url.fill(`${facts.receiversUrl}/webhook/lost`);
  await loseEach({
    ...{ page, cutter },
    acts: {
      'add a channel': unseen({
        act: press('Add Channel'),
        toast: 'Failed to add the channel. Please try again.',
        kept: async () => {
          await expect(name).toHaveValue('#ops');
          await expect(url).toHaveValue(`${facts.receiversUrl}/webhook/lost`);
        },
      }),
    },
  });
  await press('Add Channel')(page);
  await expect(page.getByRole('heading', { name: '#ops', level: 1 })).toBeVisible();
  const channel = page.url();
  await loseEach({
    ...{ page, cutter },
    acts: {
      'save a channel': unseen({
        before: () => name.fill('#night'),
        act: press('Save Channel'),
        toast: 'Failed to save the channel. Please try again.',
        kept: () => expect(name).toHaveValue('#night'),
      }),
      'test a channel': unseen({
        act: press('Send Test'),
        toast: 'Failed to send the test notification. Please try again.',
      }),
    },
  });
  await open(page, `${settings}/rules`);
  const after = page.getByLabel('consecutive failures');
  await loseEach({
    ...{ page, cutter },
    acts: {
      'save a default': unseen({
        before: async () => {
          await page.getByLabel('Channel', { exact: true }).selectOption('#ops');
          await after.fill('7');
        },
        act: press('Save Default'),
        toast: 'Failed to save the default. Please try again.',
        kept: () => expect(after).toHaveValue('7'),
      }),
    },
  });
  await press('Save Default')(page);
  await expect(page.getByText('All jobs notify #ops', { exact: true })).toBeVisible();
  await loseEach({
    ...{ page, cutter },
    acts: {
      'remove a default': unseen({
        act: press('Remove All jobs notify #ops'),
        toast: 'Failed to remove the default. Please try again.',
        kept: () => expect(page.getByText('All jobs notify #ops', { exact: true })).toBeVisible(),
      }),
    },
  });
  await open(page, `${channel}/delete`);
  await loseEach({
    ...{ page, cutter },
    acts: {
      'delete a channel': unseen({
        act: press('Delete Channel'),
        toast: 'Failed to delete the channel. Please try again.',
      }),
    },
  });
  await press('Delete Channel')(page);
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});

test('an incident is acknowledged and snoozed after lost requests', async ({ page, cutter, facts }) => {
  const userId = await onUltimate({ page, facts });
  await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
  const jobId = Number(/jobs\/(\d+)/.exec(page.url())?.[1]);
  await addIncidents({ facts, userId, jobId, count: 1 });
  await page.goto('/dashboard/incidents');
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL(/\/incidents\/\d+$/);
  await open(page, page.url());
  const toast = 'Failed to change the incident. Please try again.';
  await loseEach({
    ...{ page, cutter },
    acts: {
      acknowledge: unseen({ act: press('Acknowledge'), toast }),
      snooze: unseen({
        before: async () => {
          const span = page.getByRole('button', { name: '1 Hour' });
          if (!(await span.isVisible())) await page.getByLabel('Snooze', { exact: true }).click();
        },
        act: press('1 Hour'),
        toast,
      }),
    },
  });
  await press('Acknowledge')(page);
  await expect(page.getByRole('button', { name: 'Undo Acknowledge' })).toBeVisible();
});

test('an event subscription survives lost requests', async ({ page, cutter, facts }) => {
  await onUltimate({ page, facts });
  const url = page.getByLabel('URL', { exact: true });
  await open(page, `${settings}/event-subscriptions/new`);
  await url.fill(`${facts.echoUrl}/events`);
  await page.getByRole('checkbox', { name: 'job.created' }).uncheck();
  const typed = async () => {
    await expect(url).toHaveValue(`${facts.echoUrl}/events`);
    await expect(page.getByRole('checkbox', { name: 'job.created' })).not.toBeChecked();
  };
  await loseEach({
    ...{ page, cutter },
    acts: {
      create: unseen({
        act: press('Create Event Subscription'),
        toast: 'Failed to create the event subscription. Please try again.',
        kept: typed,
      }),
    },
  });
  await press('Create Event Subscription')(page);
  await expect(page.getByRole('region', { name: 'Delivery Log' })).toBeVisible();
  await untilHydrated(page);
  await loseEach({
    ...{ page, cutter },
    acts: {
      save: unseen({
        act: press('Save'),
        toast: 'Failed to save the event subscription. Please try again.',
        kept: typed,
      }),
      'send a test': unseen({
        act: pressIn('Secret', 'Send Test Event'),
        toast: 'Failed to send the test event. Please try again.',
      }),
      replay: unseen({
        act: pressIn('Replay', 'Replay'),
        toast: 'Failed to start the replay. Please try again.',
      }),
      rotate: unseen({
        act: async () => {
          await pressIn('Secret', 'Rotate')(page);
          await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
        },
        toast: 'Failed to rotate the secret. Please try again.',
      }),
      disable: unseen({
        act: press('Disable'),
        toast: 'Failed to disable the event subscription. Please try again.',
      }),
    },
  });
});
