import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { PageBudget } from './budget.ts';
import { throttledCpu } from './budget.ts';

const settleMs = 1_500;
const afterPressMs = 400;

export interface Visited {
  path: string;
  /** Clicks of a user, in sequence. */
  presses: ((page: Page) => Promise<unknown>)[];
}

interface Seen {
  lcpMs: number;
  cls: number;
  inpMs: number;
}

/** One visit with an empty cache: opens the page, waits until it has settled, and uses it. */
export async function visit({
  browser,
  origin,
  cookie,
  visited,
}: {
  browser: Browser;
  origin: string;
  cookie: { name: string; value: string } | null;
  visited: Visited;
}): Promise<PageBudget> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York',
  });
  if (cookie) await context.addCookies([{ ...cookie, url: origin }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttledCpu });
  await page.addInitScript({ content: watch });
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(visited.path, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  const scriptsKb = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  for (const press of visited.presses) {
    await press(page);
    await page.waitForTimeout(afterPressMs);
  }
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await context.close();
  return {
    lcpMs: Math.round(seen.lcpMs),
    cls: Math.round(seen.cls * 10_000) / 10_000,
    inpMs: Math.round(seen.inpMs),
    scriptsKb: Math.round(scriptsKb * 10) / 10,
  };
}

/** Runs in the page first; as text, because a compiler may add helpers to functions. */
const watch = `(() => {
  const seen = { lcpMs: 0, cls: 0, inpMs: 0 };
  globalThis.seen = seen;
  const observe = (options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ buffered: true, ...options });
  observe({ type: 'largest-contentful-paint' }, (entry) => {
    seen.lcpMs = entry.startTime;
  });
  observe({ type: 'layout-shift' }, (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  observe({ type: 'event', durationThreshold: 16 }, (entry) => {
    if (entry.interactionId > 0) seen.inpMs = Math.max(seen.inpMs, entry.duration);
  });
})();`;
