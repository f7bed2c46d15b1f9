import type { Page } from '@playwright/test';
import { accountOn, forgetPush } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// The installed app: its offline cache, and data that never enters it.

// Two tests answer the same account's question.
test.describe.configure({ mode: 'default' });

test.use({ who: 'premium', serviceWorkers: 'allow' });

/** The service worker responds from the second page on. */
async function withServiceWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = async (...given) => {
      const registration = await register(...given);
      Object.assign(window, { isRegistered: true });
      return registration;
    };
  });
  await page.goto('/dashboard');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toMatch(/\/sw\.js$/);
  // The page registers it well after hydration; a test's own registration before that would be replaced.
  await page.waitForFunction(() => 'isRegistered' in window);
}

test('the manifest names the app, its icons, its shortcuts and the window controls overlay', async ({
  page,
}) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(href ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({
    id: '/dashboard',
    name: 'Punctual',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
  });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.ok()).toBe(true);
    if (sizes === 'any') continue;
    // The first chunk of a PNG has its width and height.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Create Job', 'Failures']);
  for (const { url, name } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      name === 'Failures' ? 'Dashboard' : name,
    );
  }
  await expect(page).toHaveURL(/result=failed/);
});

test('the service worker is fetched again every time', async ({ page }) => {
  const response = await page.request.get('/sw.js');
  expect(response.headers()['cache-control']).toBe('no-cache');
  expect(response.headers()['content-type']).toContain('javascript');
});

test('no page of an account is ever stored, only hashed files and the offline page', async ({ page }) => {
  await withServiceWorker(page);
  // Through the router, which fetches data only, and as full page loads.
  for (const path of ['/dashboard/api-docs', '/dashboard/settings', '/dashboard']) {
    const data = page.waitForResponse((response) => response.url().includes('.data'));
    await page.locator(`nav a[href="${path}"]:visible`).first().click();
    expect((await data).fromServiceWorker()).toBe(false);
  }
  await page.goto('/dashboard/settings');
  await page.goto('/dashboard/jobs/create');
  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        found.push({ path: new URL(request.url).pathname, text });
      }
    }
    return found;
  });
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.map(({ path }) => path).filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline']);
  expect(kept.filter(({ text }) => text.includes('premium@punctual.test'))).toEqual([]);
});

test.describe('without a network', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 404/] });

  test('the offline page appears at the requested address, and the page returns with the network', async ({
    page,
    context,
    expectAccessible,
  }) => {
    await withServiceWorker(page);
    await context.setOffline(true);
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You Are Offline');
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await expect(page.getByText('Your jobs keep running on our servers.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try Again' })).toHaveCSS('border-radius', '6px');
    await expect(page.getByText('premium@punctual.test')).toHaveCount(0);
    await expectAccessible();
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You Are Offline');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });

  test('the page returns even if the browser is not told that the server is back', async ({
    page,
    context,
  }) => {
    await withServiceWorker(page);
    await context.setOffline(true);
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You Are Offline');
    await page.evaluate(() => {
      addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });
});

test('a new version is announced once and waits for Reload', async ({ page }) => {
  await withServiceWorker(page);
  const toast = page
    .getByRole('region', { name: /Notifications/ })
    .getByText('New version available', { exact: true });
  await expect(toast).toHaveCount(0);
  // The same file under another address is another version to the browser.
  for (const version of ['soon', 'next']) {
    await page.evaluate(
      (name) => navigator.serviceWorker.register(`/sw.js?${name}`).then(() => undefined),
      version,
    );
    await expect
      .poll(() =>
        page.evaluate(() =>
          navigator.serviceWorker.getRegistration().then((registration) => registration?.waiting?.scriptURL),
        ),
      )
      .toContain(version);
    await expect(toast).toBeVisible();
  }
  const before = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(before).toMatch(/\/sw\.js$/);
  // It stays until the reader answers.
  await page.waitForTimeout(6_000);
  await expect(toast).toHaveCount(1);
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Reload', exact: true }).click(),
  ]);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toMatch(/\/sw\.js\?next$/);
});

test('the user menu offers to install the app if the browser can', async ({ page, expectAccessible }) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.getByLabel('User menu').click();
  const entry = page.getByRole('button', { name: 'Install App' });
  await expect(entry).toHaveCount(0);
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(offer, { prompt: () => Promise.resolve((document.title = 'asked')) });
    window.dispatchEvent(offer);
    document.body.dataset['isHeld'] = String(offer.defaultPrevented);
  });
  await expect(entry).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset['isHeld'])).toBe('true');
  await expectAccessible();
  await entry.click();
  await expect(page).toHaveTitle('asked');
  await expect(entry).toHaveCount(0);
});

/** Badges set on the app's icon, over all pages of the test. */
async function watchBadge(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const record = (what: string) => {
      localStorage.setItem('badges', `${localStorage.getItem('badges') ?? ''} ${what}`.trim());
      return Promise.resolve();
    };
    Object.assign(Navigator.prototype, {
      setAppBadge: (count: number) => record(String(count)),
      clearAppBadge: () => record('none'),
    });
  });
  return async () => (await page.evaluate(() => localStorage.getItem('badges') ?? '')).split(' ');
}

test('the icon shows the number of failing jobs', async ({ page }) => {
  const badges = await watchBadge(page);
  await page.goto('/dashboard?result=failed&show=all');
  await untilHydrated(page);
  await expect.poll(badges).toContainEqual(expect.stringMatching(/^[1-9]\d*$/));
});

/**
 * A fake push service: the browser's own is a machine far away. The permission is fake too: a headless browser cannot
 * show a message, and denies it in any case.
 */
async function withPush({ page, endpoint }: { page: Page; endpoint: string }): Promise<void> {
  await page.addInitScript((address) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    const point = 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo';
    const keys = { p256dh: point, auth: 'Ba'.repeat(11) };
    const subscription = {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys }),
      unsubscribe: () => {
        localStorage.removeItem('isPushed');
        return Promise.resolve();
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(localStorage.getItem('isPushed') ? subscription : null),
      subscribe: () => {
        localStorage.setItem('isPushed', 'yes');
        return Promise.resolve(subscription);
      },
    });
  }, endpoint);
}

test('push messages are offered once, after a failure, and switched in Settings', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await withPush({ page, endpoint: `${facts.echoUrl}/push/${Date.now()}` });
  await page.goto('/dashboard/settings');
  const { id: userId } = await accountOn(page);
  await forgetPush({ facts, userId });
  await page.goto('/dashboard');
  const question = page.getByText(
    'Get notified on this device when a job fails, even while Punctual is closed?',
  );
  await expect(question).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Turn On', exact: true }).click();
  await expect(page.getByText('Push Messages On', { exact: true })).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.reload();
  await untilHydrated(page);
  await expect(question).toHaveCount(0);

  await page.goto('/dashboard/settings#push');
  const card = page.getByRole('region', { name: 'Push Messages' });
  const choice = card.getByRole('switch', { name: 'Push Failures to This Browser' });
  await expect(choice).toBeChecked();
  await expect(card.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1);
  await expectAccessible();
  await choice.click();
  await expect(page.getByText('Push Messages Off', { exact: true })).toBeVisible();
  await expect(choice).not.toBeChecked();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

test('after Not Now the offer is not repeated', async ({ page, facts }) => {
  await withPush({ page, endpoint: `${facts.echoUrl}/push/${Date.now()}` });
  await page.goto('/dashboard/settings');
  const { id: userId } = await accountOn(page);
  await forgetPush({ facts, userId });
  await page.goto('/dashboard');
  const responded = page.waitForResponse((response) => response.url().endsWith('/dashboard/push'));
  await page.getByRole('button', { name: 'Not Now' }).click();
  expect((await responded).ok()).toBe(true);
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByRole('button', { name: 'Not Now' })).toHaveCount(0);
});

test.describe('a new account', () => {
  test.use({ who: 'new' });

  test('signing out clears the number on the icon', async ({ page }) => {
    const badges = await watchBadge(page);
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.evaluate(() => localStorage.setItem('badges', '3'));
    await page.getByLabel('User menu').click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect((await badges()).at(-1)).toBe('none');
  });
});
