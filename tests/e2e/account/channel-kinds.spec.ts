import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { receiveMail } from '#dev/receivers/email.ts';
import type { StackFacts } from '#dev/stack/facts.ts';
import { channelForms, type ChannelFieldName } from '#domain/notifications/channel-fields.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import { type ChannelKind, channelKinds } from '#domain/notifications/channel-kinds.ts';
import { accountOn, makeUltimate } from '#tests/e2e/account-rows.ts';
import { caughtMail, linkIn } from '#tests/e2e/caught-mail.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

interface Asked {
  facts: StackFacts;
  kind: ChannelKind;
  /** 32 letters and digits that occur in the settings of this test only. */
  key: string;
}

const list = '/dashboard/settings/channels';
const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 800 };
const addressOf = (key: string) => `ops-${key}@example.test`;

/** What a person types into the form of a kind, for the receiver of this stack. */
function typedFields({ facts, kind, key }: Asked): Partial<Record<ChannelFieldName, string>> {
  switch (kind) {
    case 'email':
      return { addresses: addressOf(key) };
    case 'telegram':
      return { botToken: `123456789:${key}`, chatId: '-1001234567890' };
    case 'ntfy':
      return { server: facts.receiversUrl, topic: `alerts-${key}` };
    case 'pagerduty':
      return { routingKey: key };
    default:
      return { url: `${facts.receiversUrl}/${kind}/${key}` };
  }
}

async function fillChannel({ page, name, ...asked }: Asked & { page: Page; name: string }): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  const typed = typedFields(asked);
  for (const { name: field, label } of channelForms[asked.kind].fields) {
    const text = typed[field];
    if (text !== undefined) await page.getByLabel(new RegExp(`^${label}`)).fill(text);
  }
}

/** Opens the link in the mail to a new address and confirms it, as its owner does. */
async function confirmAddress({ page, facts, key }: { page: Page; facts: StackFacts; key: string }) {
  const mail = await caughtMail({ facts, subject: 'May Punctual write to you?', to: addressOf(key) });
  await page.goto(linkIn({ mail, path: '/mail/confirm/' }));
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
}

/** Looks at the receiver, where the message has arrived as its provider shows it, without a broken rule. */
async function expectArrived({ page, name, ...asked }: Asked & { page: Page; name: string }): Promise<void> {
  const { facts, kind, key } = asked;
  const title = `Test notification for ${name}`;
  if (kind === 'email') {
    await page.goto(facts.mailUrl);
    await page.getByRole('row').filter({ hasText: key }).getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    const mail = await caughtMail({ facts, subject: title, to: addressOf(key) });
    expect(receiveMail(mail).problems).toEqual([]);
    return;
  }
  await page.goto(facts.receiversUrl);
  const message = page.getByRole('article').filter({ hasText: key }).filter({ hasText: title });
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(`${kind} /`);
  await expect(message.locator('.problem')).toHaveCount(0);
  const link = message.getByRole('link', { name: /\/dashboard\/settings\/channels\/\d+$/ });
  if (kind !== 'webhook') await expect(link.first()).toBeVisible();
}

/** Sends a test from the page of the channel; the page then shows the delivery and the payload, without a secret. */
async function sendTest({ page, name, key }: { page: Page; name: string; key: string }): Promise<void> {
  const delivery = page.getByRole('region', { name: 'Last Delivery' });
  await delivery.getByRole('button', { name: 'Send Test' }).click();
  await expect(delivery.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(delivery.getByText(', a test')).toBeVisible();
  const payload = delivery.getByRole('region', { name: 'Payload sent' });
  if (!(await payload.isVisible())) await delivery.getByText('Payload sent').click();
  // Some formats escape the other characters.
  await expect(payload).toContainText(name.slice(-6));
  await expect(payload).not.toContainText(key);
}

test.use({ who: 'new' });
test.describe.configure({ timeout: 90_000 });

test.describe('a channel is added by its form, tested, renamed and deleted:', () => {
  for (const kind of channelKinds)
    test(channelKindNames[kind], async ({ page, facts, expectAccessible }) => {
      const key = randomUUID().replaceAll('-', '');
      const asked = { facts, kind, key };
      const [name, renamed] = [`Ops & billing ${key.slice(0, 6)}`, `Night desk ${key.slice(0, 6)}`];
      const outside = await page.context().newPage();
      const expectSound = async () => {
        for (const size of [narrow, wide]) {
          await page.setViewportSize(size);
          await expectAccessible();
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0);
        }
      };

      await page.goto(list);
      await makeUltimate({ facts, userId: (await accountOn(page)).id });
      await page.goto(`${list}/new`);
      await untilHydrated(page);
      await page.getByRole('link', { name: channelKindNames[kind], exact: true }).click();
      await fillChannel({ ...asked, page, name });
      await expectSound();
      await page.getByRole('button', { name: 'Add Channel' }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      const state = page.getByRole('main').getByText('Working', { exact: true });
      if (kind === 'email') {
        await expect(page.getByRole('main').getByText('Unconfirmed', { exact: true })).toBeVisible();
        await confirmAddress({ page: outside, facts, key });
        await page.reload();
        await untilHydrated(page);
      }
      await expect(state).toBeVisible();

      await sendTest({ page, name, key });
      await expectSound();
      await expectArrived({ ...asked, page: outside, name });

      await page.getByLabel('Name', { exact: true }).fill(renamed);
      await page.getByRole('button', { name: 'Save Channel' }).click();
      await expect(page.getByRole('heading', { name: renamed, level: 1 })).toBeVisible();
      // Some providers take one message a second.
      await page.waitForTimeout(1_100);
      await sendTest({ page, name: renamed, key });
      await expectArrived({ ...asked, page: outside, name: renamed });

      await page.goto(list);
      await expect(page.getByRole('row').filter({ hasText: renamed })).toContainText('Working');
      await page.getByRole('link', { name: renamed }).click();
      await page.getByRole('link', { name: 'Delete' }).click();
      await expect(page.getByText('No job notifies this channel.')).toBeVisible();
      await page.getByRole('button', { name: 'Delete Channel' }).click();
      await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
    });
});
