import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// Requirements for every page (interface.md section 7, points 3, 4 and 7).

const signedIn = [
  '/dashboard',
  '/dashboard/jobs/create',
  '/dashboard/import',
  '/dashboard/heat-map',
  '/dashboard/settings',
  '/dashboard/api-docs',
];
const open = ['/', '/login', '/no-such-page'];

/** Opens a page and returns the size of its scripts in kB, compressed with gzip. */
async function scriptsOf({
  page,
  path,
}: {
  page: Page;
  path: string;
}): Promise<{ kB: number; files: string[] }> {
  const bodies: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || response.status() !== 200) return;
    bodies.push(response.body().then((body) => [response.url(), gzipSync(body).length]));
  });
  await page.goto(path);
  await untilHydrated(page);
  // Requests triggered by the first script follow at once.
  await page.waitForTimeout(1_000);
  const packed = await Promise.all(bodies);
  return { kB: packed.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000, files: packed.map(([url]) => url) };
}

test.describe('the public page', () => {
  test('fetches at most 8 kB of scripts', async ({ page }) => {
    expect((await scriptsOf({ page, path: '/' })).kB).toBeLessThanOrEqual(8);
  });
});

test.describe('signed in', () => {
  test.use({ who: 'free' });

  test('the dashboard fetches at most 136 kB of scripts, and the command menu only when it is opened', async ({
    page,
  }) => {
    const { kB, files } = await scriptsOf({ page, path: '/dashboard' });
    expect(kB).toBeLessThanOrEqual(136);
    expect(files.filter((url) => /command-menu|shortcut-sheet/.test(url))).toEqual([]);
  });

  test('the form of a new job fetches at most 184 kB of scripts', async ({ page }) => {
    expect((await scriptsOf({ page, path: '/dashboard/jobs/create' })).kB).toBeLessThanOrEqual(184);
  });
});

test.describe('signed in with the API', () => {
  test.use({ who: 'premium' });

  test('the API page fetches at most 142 kB of scripts: its tabs in addition to the frame', async ({
    page,
  }) => {
    expect((await scriptsOf({ page, path: '/dashboard/api-docs' })).kB).toBeLessThanOrEqual(142);
  });
});

async function expectRoomy({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['target-size'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  expect(
    violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
    path,
  ).toEqual([]);
}

/** The focused element, and whether it is visible and uncovered. */
const focusNow = () => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint(
    Math.min(Math.max(left + width / 2, 1), innerWidth - 1),
    Math.min(Math.max(top + Math.min(height, 40) / 2, 1), innerHeight - 1),
  );
  const isSeen =
    seen !== null && (focused.contains(seen) || seen.contains(focused) || seen.closest('label') !== null);
  return { isSeen, html: focused.outerHTML.slice(0, 120) };
};

/** Walks a page by Tab; the focused element has to be visible, never under a sticky bar. */
async function expectFocusSeen({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  const hidden: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    let found = await page.evaluate(focusNow);
    // The browser scrolls to it a moment later.
    for (let wait = 0; wait < 5 && found && !found.isSeen; wait += 1) {
      await page.waitForTimeout(100);
      found = await page.evaluate(focusNow);
    }
    if (!found) break;
    if (!found.isSeen) hidden.push(found.html);
  }
  expect(hidden, path).toEqual([]);
}

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, allowedErrors: [/status of 404/] });

  test('public pages do not scroll sideways, their targets are 24 px, and the focus is visible', async ({
    page,
  }) => {
    for (const path of open) await expectRoomy({ page, path });
    await expectFocusSeen({ page, path: '/' });
  });

  test.describe('signed in', () => {
    test.use({ who: 'free' });

    test('pages do not scroll sideways, and their targets are 24 px', async ({ page }) => {
      for (const path of signedIn) await expectRoomy({ page, path });
    });

    test('the focus is never hidden under a sticky bar', async ({ page }) => {
      for (const path of ['/dashboard', '/dashboard/jobs/create']) await expectFocusSeen({ page, path });
    });
  });
});

test.describe('while loading', () => {
  test.use({ who: 'premium' });

  test('pages do not shift', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
      Object.assign(globalThis, { shifts });
    });
    for (const path of ['/', ...signedIn]) {
      await page.goto(path);
      await untilHydrated(page);
      await page.waitForTimeout(700);
      const shifted = await page.evaluate(() =>
        (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
      expect(shifted, path).toBeLessThan(0.02);
    }
  });
});
