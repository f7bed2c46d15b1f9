import AxeBuilder from '@axe-core/playwright';
import { type BrowserContextOptions, expect, test as base } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { readFacts } from './facts.ts';
import { emailOf, signInOverHttp, type Who } from './sign-in.ts';
import { watchPage } from './watch-page.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], undefined>;

interface Options {
  /** The signed-in account: `test.use({ who: 'premium' })`. */
  who: Who;
  /** Console errors that a test provokes on purpose. */
  allowedErrors: RegExp[];
}

interface Fixtures {
  /** Fails if axe finds a violation on the current page. */
  expectAccessible: () => Promise<void>;
  /** Fails the test if a page logged an error, threw, or broke its security policy. */
  pageWatch: undefined;
}

interface WorkerFixtures {
  facts: StackFacts;
  /** The signed-in state of an account: made once for a seeded one, each time for a new one. */
  signedInAs: (who: Exclude<Who, null>) => Promise<StorageState>;
}

/** Tests import `test` and `expect` from here. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  who: [null, { option: true }],
  allowedErrors: [[], { option: true }],

  facts: [async ({}, use) => use(readFacts()), { scope: 'worker' }],

  signedInAs: [
    async ({ browser, facts }, use, { project }) => {
      const states = new Map<Who, StorageState>();
      await use(async (who) => {
        const known = states.get(who);
        if (known) return known;
        // Inside a test, a context inherits the signed-in account by default.
        const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
        const token = await signInOverHttp({
          request: context.request,
          url: facts.url,
          email: emailOf(who),
          timeZone: project.use.timezoneId ?? 'UTC',
        });
        const { cookies } = await context.storageState();
        const localStorage = [{ name: 'jwt_token', value: token }];
        const state = { cookies, origins: [{ origin: facts.url, localStorage }] };
        await context.close();
        if (who !== 'new') states.set(who, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],

  storageState: async ({ who, signedInAs }, use) => {
    await use(who === null ? { cookies: [], origins: [] } : await signedInAs(who));
  },

  pageWatch: [
    async ({ page, allowedErrors }, use) => {
      const errors = watchPage({ page, allowed: allowedErrors });
      await use(undefined);
      expect(errors, 'what the page wrote to the console').toEqual([]);
    },
    { auto: true },
  ],

  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      // A page that another one replaces is not looked at.
      await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toHaveCount(0);
      // Animations are off: colors during a transition would be wrong.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // By itself it opens a second page to join the results of frames; the product has none.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const { violations } = await axe.analyze();
      await page.emulateMedia({ reducedMotion: null });
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
      expect(found).toEqual([]);
    });
  },
});

export { expect } from '@playwright/test';
