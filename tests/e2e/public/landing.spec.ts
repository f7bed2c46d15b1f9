import type { Page } from '@playwright/test';
import { accountOn, setNames } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

const open = async (page: Page, path = '/') => {
  await page.goto(path);
  await untilHydrated(page);
};

/** Time passes in the page only when the test advances it. */
async function openWithStillClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-21T15:05:00Z' });
  await page.goto('/');
  await page.clock.pauseAt('2026-11-21T15:06:00Z');
  await untilHydrated(page);
}

/** Turns off rotation and counting for tests about neither. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('a signed-out visitor', () => {
  test('the header stays visible with Features, Pricing and FAQ, and has no feedback link without an address', async ({
    page,
  }) => {
    await open(page);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(['Features', 'Pricing', 'FAQ']);
    await expect(page.getByRole('link', { name: /Request Feature|Ask us/ })).toHaveCount(0);
    for (const [name, id] of [
      ['Features', 'features'],
      ['Pricing', 'pricing'],
      ['FAQ', 'faq'],
    ] as const) {
      await links.filter({ hasText: name }).click();
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      await expect(page.locator(`#${id}`)).toBeInViewport();
      await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
      // The header bar does not cover the heading it links to.
      const bar = await page.getByRole('banner').boundingBox();
      const heading = await page.locator(`#${id}`).getByRole('heading', { level: 2 }).boundingBox();
      expect(heading?.y).toBeGreaterThanOrEqual(bar?.height ?? 0);
    }
  });

  test('the sections are in order: hero, preview, features, showcase, pricing, roles, questions, closing call', async ({
    page,
  }) => {
    await open(page);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      'Every scheduled call, accounted for.',
    );
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Did It Run, and When Is It Next?',
      'Kept Like a Ledger',
      'One Call, From Due to Done',
      'Pricing',
      'Who Uses It',
      'Questions',
      'Put your first job on the clock.',
    ]);
    await expect(page.getByRole('table', { name: 'Sample jobs' }).getByRole('row')).toHaveCount(6);
    await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
      'Visual Cron Builder',
      'Automatic Retries',
      'Analytics',
      /^REST API\s*Premium and Ultimate$/,
      /^Team Collaboration\s*Ultimate, coming$/,
      'Priority and Dedicated Support',
    ]);
    await expect(page.locator('#faq details')).toHaveCount(6);
  });

  test('prices, limits and badges of the three plans are those of the specification', async ({ page }) => {
    await open(page);
    const plan = (name: string) => page.getByRole('article', { name });
    await expect(plan('Free')).toContainText(/\$0\s*for good/);
    for (const text of [
      'Up to 10 jobs',
      '3-day log retention',
      'Webhook and Slack notifications',
      'Custom headers and payloads',
    ])
      await expect(plan('Free').getByText(text)).toBeVisible();
    await expect(plan('Premium')).toContainText(/\$3\s*per month/);
    for (const text of [
      'Most Popular',
      'Up to 50 jobs',
      '7-day log retention',
      'Advanced notifications',
      'Priority support',
      'API access',
    ])
      await expect(plan('Premium').getByText(text)).toBeVisible();
    await expect(plan('Premium').getByRole('link', { name: 'Start Free Trial' })).toBeVisible();
    await expect(plan('Ultimate')).toContainText(/\$5\s*per month/);
    for (const text of [
      'Best Value',
      'Unlimited jobs',
      '90-day log retention',
      'Premium notifications',
      'Dedicated support',
      'API access',
      'Custom integrations',
    ])
      await expect(plan('Ultimate').getByText(text)).toBeVisible();
    await expect(plan('Ultimate').getByText('Advanced analytics and team collaboration tools: coming')).toBeVisible();
    await expect(page.locator('#pricing')).toContainText(
      '14-day free trial, 14-day money-back guarantee. No credit card for the free plan.',
    );
    const rows = page.getByRole('table', { name: 'Limits of each plan' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Jobs' })).toHaveText(/10\s*50\s*Unlimited/);
    await expect(rows.filter({ hasText: 'Log retention' })).toHaveText(/3 days\s*7 days\s*90 days/);
  });

  test('Sign In and Get Started open dialogs, which Escape, Close and the backdrop close', async ({
    page,
    expectAccessible,
  }) => {
    await open(page);
    const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
    await signIn.click();
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await expect(dialog).toBeVisible();
    await expectAccessible();
    await expect(dialog.getByRole('link')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(signIn).toBeFocused();

    await page.getByRole('main').getByRole('link', { name: 'Get Started', exact: true }).first().click();
    const start = page.getByRole('dialog', { name: 'Get Started' });
    await expect(start).toContainText('10 jobs are free, without a credit card.');
    await start.getByRole('button', { name: 'Close' }).click();
    await expect(start).toBeHidden();

    await signIn.click();
    await expect(dialog.getByRole('link')).toBeFocused();
    await page.mouse.click(5, 400);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/');
  });

  test('the dialog leads through the sign-in to the dashboard', async ({ page }) => {
    await open(page);
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Continue to Sign In' }).click();
    await page.getByLabel('Email').fill('free@punctual.test');
    await page.getByLabel('Password').fill('anything');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('the button of each plan opens the sign-in, and that of a paid plan continues to its checkout', async ({
    page,
  }) => {
    await open(page);
    for (const [plan, words, end] of [
      ['Free', /^Get Started/, '%2Fdashboard'],
      ['Premium', /^Start Free Trial/, '%2Fdashboard%2Fsettings%2Fupgrade%3Ftier%3Dpremium'],
      ['Ultimate', /^Start Free Trial/, '%2Fdashboard%2Fsettings%2Fupgrade%3Ftier%3Dultimate'],
    ] as const) {
      await page.getByRole('article', { name: plan }).getByRole('link', { name: words }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign In' });
      await expect(dialog.getByRole('link')).toHaveAttribute('href', `/auth/login?redirectTo=${end}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await expect(
      page.getByRole('article', { name: 'Premium' }).getByRole('link', { name: /Start Free Trial/ }),
    ).toHaveAttribute('href', '/login?redirectTo=%2Fdashboard%2Fsettings%2Fupgrade%3Ftier%3Dpremium');
  });

  test("the cron field responds while typing: sentence and next five fires, in the reader's zone", async ({
    page,
  }) => {
    await open(page);
    // The first visit has no cookie yet: the browser sends its zone.
    await expect(page.locator('#cron-sentence')).toHaveText(
      'Every 20 minutes, between 08:00 and 18:59, America/New_York',
    );
    const field = page.getByLabel('Try a Schedule');
    await field.fill('30 2 * * *');
    await expect(page.locator('#cron-sentence')).toHaveText('Every day at 02:30, America/New_York');
    const fires = page.getByRole('table', { name: 'Next five runs' }).getByRole('row');
    await expect(fires).toHaveCount(6);
    await expect(fires.last()).toHaveText(/02:30\s*in \d+d \d+h/);
    await expect(page).toHaveURL('/?cron=30+2+*+*+*');
    await expect(field).toBeFocused();

    await field.fill('0 0 0 0 0 0');
    await expect(page.getByText('Six fields found. Seconds are not supported.')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('* * * * *');
    await expect(page.locator('#cron-sentence')).toHaveText('Every minute, America/New_York');
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });

  test("the closing clock shows the tried schedule, in the reader's zone", async ({ page }) => {
    await open(page);
    const clock = page.getByRole('region', { name: 'Put your first job on the clock.' }).getByRole('img');
    await expect(clock).toHaveAccessibleName(/08:00 and 18:59, America\/New_York$/);
    await page.getByLabel('Try a Schedule').fill('30 2 * * *');
    await expect(clock).toHaveAccessibleName('The next 24 hours: Every day at 02:30, America/New_York');
    await page.goto('/?cron=bad');
    await expect(clock).toHaveCount(0);
  });

  test('only the typed schedule is added to the address, which keeps its other parts', async ({ page }) => {
    await open(page, '/?utm_source=x#pricing');
    await expect(page.locator('#cron-sentence')).toHaveText(/America\/New_York$/);
    await expect(page).toHaveURL('/?utm_source=x#pricing');
    await page.getByLabel('Try a Schedule').fill('30 2 * * *');
    await expect(page).toHaveURL('/?utm_source=x&cron=30+2+*+*+*#pricing');
  });

  test('the sentence is not read out again while only the fires change', async ({ page }) => {
    await openWithStillClock(page);
    await page.getByLabel('Try a Schedule').fill('* * * * *');
    await page.clock.runFor(400);
    const sentence = page.locator('#cron-sentence');
    await expect(sentence).toHaveText('Every minute, America/New_York');
    await page.evaluate(() => {
      new MutationObserver(() => (document.body.dataset.heard = '')).observe(
        document.querySelector('#cron-says') as Node,
        { childList: true, subtree: true, characterData: true },
      );
    });
    const first = page.getByRole('table', { name: 'Next five runs' }).locator('[data-in]').first();
    await first.evaluate((cell) => (cell.dataset.test = ''));
    // The fire has passed: five others are shown.
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(page.locator('[data-in][data-test]')).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expect(page.locator('body')).not.toHaveAttribute('data-heard');
  });

  test.describe('while the server does not respond', () => {
    test.use({ allowedErrors: [/status of 503/] });

    test('the old result fades, and Show Runs loads the page, which says what is wrong', async ({
      page,
    }) => {
      await open(page);
      await expect(page.locator('#cron-sentence')).toHaveText(/America\/New_York$/);
      await page.route(/\?cron=/, (route) => route.fulfill({ status: 503, body: 'Away for a moment' }));
      await page.getByLabel('Try a Schedule').fill('0 9 * * 1');
      await expect(page.locator('#cron-says')).toHaveAttribute('data-stale');
      await expect(page.locator('#cron-drawn')).toHaveAttribute('data-stale');
      await page.getByRole('button', { name: 'Show Runs' }).click();
      await expect(page.getByText('Away for a moment')).toBeVisible();
    });
  });

  test.describe('if its script does not load', () => {
    test.use({ allowedErrors: [/status of 404/] });

    test('every panel of the showcase is shown, but nothing that needs the script', async ({ page }) => {
      await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }));
      await page.goto('/');
      for (const text of ['Attempt 1 failed, 503', 'Request as sent', 'Still failing, nothing sent'])
        await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByRole('tablist')).toBeHidden();
      await expect(page.getByTitle('Theme')).toBeHidden();
    });
  });

  test('an address with a cron line opens with its result', async ({ page }) => {
    await open(page, '/?cron=15+6+*+*+1-5');
    await expect(page.getByLabel('Try a Schedule')).toHaveValue('15 6 * * 1-5');
    await expect(page.locator('#cron-sentence')).toHaveText(/^Every weekday at 06:15/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^https?:\/\/[^/]+\/$/);
  });

  test('the tabs of the showcase are reached by keyboard', async ({ page }) => {
    await open(page);
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
    await tab('Schedule').focus();
    await page.keyboard.press('ArrowDown');
    await expect(tab('Retry')).toBeFocused();
    await expect(tab('Retry')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name: /^Retry/ })).toContainText('Attempt 1 failed, 503');
    await page.keyboard.press('End');
    await expect(tab('Notify')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tabpanel', { name: /^Schedule/ })).toContainText('Europe/Paris');
  });

  test('the page has no accessibility violations, light and dark', async ({ page, expectAccessible }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await expectAccessible();
    }
  });

  test('search engines and link previews get title, description, picture, prices and questions', async ({
    page,
    request,
  }) => {
    await open(page);
    await expect(page).toHaveTitle('Punctual: Every scheduled call, accounted for.');
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    expect(await content('description')).toContain('cron service');
    const picture = await request.get((await content('og:image')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
    const png = await picture.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const data = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    ) as {
      '@graph': { '@type': string }[];
    };
    expect(data['@graph'].map((one) => one['@type'])).toEqual(['SoftwareApplication', 'FAQPage']);
    const sitemap = await request.get('/sitemap.xml');
    expect(sitemap.headers()['content-type']).toContain('xml');
    const places = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, place = '']) => place,
    );
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) expect((await request.get(place)).status(), place).toBe(200);
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  const chosen = (page: Page) => page.getByRole('tab', { selected: true });

  test('the showcase advances every 5 seconds, but not under the pointer or with the focus inside, and Pause stops it', async ({
    page,
  }) => {
    await openWithStillClock(page);
    await expect(chosen(page)).toHaveText(/^Schedule/);
    while (!(await chosen(page).textContent())?.startsWith('Retry')) await page.clock.runFor(100);
    await page.clock.runFor(4_800);
    await expect(chosen(page)).toHaveText(/^Retry/);
    await page.clock.runFor(300);
    await expect(chosen(page)).toHaveText(/^Inspect/);

    await page.getByRole('tabpanel').hover();
    await page.clock.runFor(12_000);
    await expect(chosen(page)).toHaveText(/^Inspect/);
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_200);
    await expect(chosen(page)).toHaveText(/^Notify/);

    await chosen(page).focus();
    await page.clock.runFor(12_000);
    await expect(chosen(page)).toHaveText(/^Notify/);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(20_000);
    await expect(chosen(page)).toHaveText(/^Notify/);

    await page.getByRole('button', { name: 'Play' }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(5_200);
    await expect(chosen(page)).toHaveText(/^Schedule/);
  });

  test('the figures are final in the page and count up to it within 2 seconds', async ({ page, request }) => {
    const html = await (await request.get('/')).text();
    for (const text of ['500+', '5000+', '1,000,000+', '99.9%', '24/7']) expect(html).toContain(text);

    // They are below the fold, and start when they become visible.
    await page.setViewportSize({ width: 1280, height: 400 });
    await openWithStillClock(page);
    const shown = page.locator('[data-count]');
    await expect(shown.nth(2)).toHaveText('1,000,000+');
    await page.mouse.wheel(0, 300);
    await expect(async () => {
      await page.clock.runFor(17);
      expect(await shown.nth(2).textContent()).not.toBe('1,000,000+');
    }).toPass({ timeout: 10_000 });
    const seen = new Set<string | null>();
    for (let step = 0; step < 60; step += 1) {
      await page.clock.runFor(17);
      seen.add(await shown.nth(2).textContent());
    }
    expect(seen.size).toBeGreaterThan(55);
    await expect(shown.nth(2)).not.toHaveText('1,000,000+');
    await page.clock.runFor(1_100);
    await expect(shown).toHaveText(['500+', '5000+', '1,000,000+', '99.9%']);
  });
});

test.describe('with reduced motion', () => {
  test('nothing moves or counts until Play is pressed', async ({ page }) => {
    await openWithStillClock(page);
    await page.clock.runFor(12_000);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Schedule/);
    await expect(page.locator('[data-count]').first()).toHaveText('500+');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the cron field, the questions, the panels of the showcase and the sign-in links work', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Try a Schedule').fill('0 9 * * 1');
    await page.getByRole('button', { name: 'Show Runs' }).click();
    await expect(page.getByText('Every Monday at 09:00, UTC')).toBeVisible();
    await expect(page.getByRole('tablist')).toBeHidden();
    for (const text of ['Attempt 1 failed, 503', 'Request as sent', 'Still failing, nothing sent'])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.getByText('Is there an API?').click();
    await expect(page.getByText('Yes, a REST API with an API key, on Premium and Ultimate.')).toBeVisible();
    await expect(page.locator('[data-count]')).toHaveText(['500+', '5000+', '1,000,000+', '99.9%']);
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu links to the sections and opens the dialogs', async ({ page }) => {
    await open(page);
    await page.getByLabel('Menu').click();
    await page.getByRole('link', { name: 'Pricing' }).click();
    await expect(page.locator('#pricing')).toBeInViewport();
    await expect(page.getByRole('link', { name: 'FAQ' })).toBeHidden();
    await page.getByLabel('Menu').click();
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog', { name: 'Get Started' });
    await expect(dialog).toBeVisible();
    // The link has closed with its menu: the menu's button has the focus.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('summary[aria-label=Menu]')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('dialog', { name: 'Sign In' }).getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('summary[aria-label=Menu]')).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe('a signed-in user', () => {
  test.use({ who: 'premium' });

  test('sees the picture of the sign-in and Dashboard instead of Sign In, and manages the subscription from the plans', async ({
    page,
    expectAccessible,
  }) => {
    await open(page);
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect(bar.getByRole('img', { name: /\w/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0);
    const manage = page.locator('#pricing').getByRole('link', { name: /^Manage All Subscriptions/ });
    await expect(manage).toHaveCount(3);
    await expectAccessible();
    await manage.first().click();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
  });

  test('Home loads the public page as a document of its own', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await untilHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every scheduled call, accounted for.');
    expect(await page.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(true);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  });
});

test.describe('a signed-in user without a picture', () => {
  test.use({ who: 'new' });

  test('sees the first name, or the name of the account', async ({ page, facts }) => {
    await page.goto('/dashboard');
    const { id, email } = await accountOn(page);
    const name = email.slice(0, email.indexOf('@'));
    await setNames({ facts, userId: id, firstName: null, username: name });
    await open(page);
    const bar = page.getByRole('banner');
    await expect(bar.getByText(name).first()).toBeVisible();
    await expect(bar.getByRole('img')).toHaveCount(0);
    await setNames({ facts, userId: id, firstName: 'Ada', username: name });
    await open(page);
    await expect(bar.getByText('Ada', { exact: true }).first()).toBeVisible();
  });
});
