import type { Locator, Page } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { panel } from '#dev/stack/panel.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';

// A new user with a stopwatch, from the address printed by `npm start` to the first green run of a job.

test.describe.configure({ timeout: 120_000 });

const mostClicks = 8;
const mostSeconds = 90;

/** The first address on the panel of `npm start`. */
function printedAddress(facts: StackFacts): string {
  const [address] = /https?:[\w/.:-]+/.exec(panel({ facts, seconds: 0, zones: '' })) ?? [];
  if (!address) throw new Error('The panel prints no address.');
  return address;
}

/** Counts clicks on buttons, links and fields; the other fields are reached by Tab. */
function clickCounter() {
  const pressed: string[] = [];
  const press = async (target: Locator) => {
    pressed.push((await target.textContent())?.trim() || (await target.getAttribute('name')) || 'a field');
    await target.click();
  };
  return { press, pressed };
}

/** Types into the focused field, then into the next ones, reached by Tab. */
async function typeInto(page: Page, texts: readonly { field: Locator; text: string }[]): Promise<void> {
  for (const [index, { field, text }] of texts.entries()) {
    if (index > 0) {
      while (!(await field.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Tab');
    }
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  }
}

for (const width of [1280, 360])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test(`the first green run takes at most ${mostClicks} clicks and ${mostSeconds} seconds`, async ({
      page,
      facts,
    }) => {
      const startedAt = performance.now();
      const { press, pressed } = clickCounter();
      await page.goto(printedAddress(facts));
      await untilHydrated(page);
      await press(page.getByRole('link', { name: 'Get Started' }).first());
      await press(page.getByRole('dialog', { name: 'Get Started' }).getByRole('link'));

      await typeInto(page, [
        { field: page.getByLabel('Email'), text: emailOf('new') },
        { field: page.getByLabel('Password'), text: 'any password' },
      ]);
      await press(page.getByRole('button', { name: 'Sign In' }));
      await press(page.getByRole('button', { name: 'Continue' }));

      // A person needs longer to find the button than React needs to hydrate the page.
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await untilHydrated(page);
      await press(page.getByRole('main').getByRole('link', { name: 'Create Job' }));
      await page.getByRole('heading', { level: 1, name: 'Create Job' }).waitFor();
      await press(page.getByLabel('Job Name'));
      await typeInto(page, [
        { field: page.getByLabel('Job Name'), text: 'My first job' },
        { field: page.getByLabel('Webhook URL'), text: `${facts.echoUrl}/my/first/job` },
      ]);
      await press(page.getByRole('button', { name: 'Create Job' }));
      await press(page.getByRole('region', { name: 'First Steps' }).getByRole('button', { name: 'Run Now' }));
      await expect(
        page.getByRole('region', { name: 'Last Runs' }).getByText('Success', { exact: true }),
      ).toBeVisible({ timeout: 60_000 });

      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`first green run at ${width} px: ${pressed.length} clicks, ${seconds.toFixed(1)} s`);
      expect(pressed.length, pressed.join(' > ')).toBeLessThanOrEqual(mostClicks);
      expect(seconds).toBeLessThan(mostSeconds);
    });
  });
