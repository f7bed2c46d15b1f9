import { expect, type Page } from '@playwright/test';
import { startCutProxy, type CutProxy, type Failure } from './cut-proxy.ts';
import { test as base } from './fixtures.ts';
import { untilHydrated } from './job-steps.ts';

/** Tests with a browser behind a proxy that loses responses; the browser logs each lost one. */
export const test = base.extend<{ cutter: CutProxy }>({
  allowedErrors: async ({}, use) => use([/Failed to load resource|net::ERR/]),

  cutter: async ({}, use) => {
    const cutter = await startCutProxy();
    await use(cutter);
    await cutter.close();
  },

  // By default a browser does not use a proxy for its own machine.
  proxy: async ({ cutter }, use) => use({ server: cutter.server, bypass: '<-loopback>' }),
});

const failures: readonly Failure[] = ['cut', 'bad-gateway'];
/** The product does not see these. */
const failuresBefore: readonly Failure[] = ['cut-before', 'no-upstream'];
export const isForm = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('.data');
export const isLoad = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.endsWith('.data');

/** One action of a screen, and the message after a lost response. */
export interface Lost {
  act: (page: Page) => Promise<unknown>;
  toast: string;
  /** Check of the unchanged parts. */
  kept?: (page: Page) => Promise<unknown>;
  /** Links, filters and further rows instead of buttons and forms. */
  isLoad?: boolean;
  /** The action may not reach the product, so it can be repeated. */
  isUnseen?: boolean;
  /** Preparation, with all responses. */
  before?: (page: Page) => Promise<unknown>;
  /** The request whose response is lost, if it is not one for page data. */
  isMeant?: (request: { method: string; path: string }) => boolean;
}

/** Loses the response to each action, by a cut connection and by a gateway's error page; the screen keeps working. */
export async function loseEach({
  page,
  cutter,
  acts,
}: {
  page: Page;
  cutter: CutProxy;
  acts: Record<string, Lost>;
}): Promise<void> {
  for (const [title, lost] of Object.entries(acts)) {
    const { act, toast, kept, isUnseen, before, isMeant = lost.isLoad ? isLoad : isForm } = lost;
    for (const failure of isUnseen ? failuresBefore : failures) {
      await test.step(`${title}: ${failure}`, async () => {
        await before?.(page);
        const address = page.url();
        cutter.fail({ failure, isMeant });
        await act(page);
        await expectToast({ page, text: toast });
        expect(page.url(), 'the address').toBe(address);
        await kept?.(page);
        cutter.heal();
        await closeToasts(page);
      });
    }
  }
}

/** The line for data that could not be reloaded. */
export const staleLine = (page: Page) => page.getByText('Not up to date. Trying again …');

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/** Expects a toast with this text, and no error page behind it. */
export async function expectToast({ page, text }: { page: Page; text: string }): Promise<void> {
  await expect(toasts(page).filter({ hasText: text })).toBeVisible();
  await expectNoErrorPage(page);
}

export async function expectNoErrorPage(page: Page): Promise<void> {
  await expect(page.getByText(/Server Error|Bad Gateway/)).toHaveCount(0);
}

/** Closes every toast, so that the next one is noticed. */
export async function closeToasts(page: Page): Promise<void> {
  const close = toasts(page).getByRole('button', { name: 'Close', exact: true });
  await expect(async () => {
    for (const button of await close.all()) await button.click({ timeout: 1_000 });
    await expect(close).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}

/** Waits for the guard and its toasts, whose scripts load three seconds after the page. */
export async function untilGuarded(page: Page): Promise<void> {
  await untilHydrated(page);
  const isGuarded = () => performance.getEntriesByName('guarded').length > 0;
  await page.waitForFunction(isGuarded, undefined, { timeout: 15_000 });
}

export { expect } from '@playwright/test';
