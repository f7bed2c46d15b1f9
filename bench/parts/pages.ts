import { chromium } from '@playwright/test';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { buildWeb } from '#dev/stack/web-build.ts';
import { findBrowser } from '#dev/test/browser.ts';
import { budgets, type PageBudget, type PageName, throttledCpu, reported } from '../pages/budget.ts';
import { visit } from '../pages/visit.ts';
import { visitedPages } from '../pages/visited.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { seedWeb } from '../web/seed.ts';
import { startWeb } from '../web/start-web.ts';

/** A typical account; the part `web` measures many rows. */
const account = { jobs: 50, executions: 20_000 };

/** Measures pages in a browser: loading, layout shifts, and the response to a click. */
export async function pages({ rounds }: { rounds: number }) {
  const stack = await startStack({ store: 'sqlite' });
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const { jobId, token } = await seedWeb({ ...account, databaseUrl: stack.databaseUrl });
    const origin = await startWeb({ stack, build: await buildWeb({ clone: process.cwd() }) });
    const cookie = { name: sessionCookieName(origin), value: token };
    const result: Record<string, PageResult> = {};
    for (const [name, visited] of Object.entries(visitedPages({ jobId }))) {
      const once = () => visit({ browser, origin, cookie: name === 'landing' ? null : cookie, visited });
      // The first visit warms the server.
      await once();
      const visits: PageBudget[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await once());
      result[name] = evaluate({ name: name as PageName, visits });
      say(`${name}: ${JSON.stringify(result[name])}`);
    }
    const missed = Object.values(result).filter(({ isWithin }) => !isWithin).length;
    return { throttledCpu, rounds, ...account, missed, pages: result };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

type PageReport = ReturnType<typeof reported>;

interface PageResult {
  lcpMs: PageReport;
  cls: PageReport;
  inpMs: PageReport;
  scriptsKb: number;
  allowed: PageBudget;
  isWithin: boolean;
}

function evaluate({ name, visits }: { name: PageName; visits: PageBudget[] }): PageResult {
  const allowed = budgets[name];
  const lcpMs = reported(visits.map((one) => one.lcpMs));
  const cls = reported(visits.map((one) => one.cls));
  const inpMs = reported(visits.map((one) => one.inpMs));
  const scriptsKb = reported(visits.map((one) => one.scriptsKb)).worst;
  const isWithin =
    // No paint means that nothing was measured.
    lcpMs.p75 > 0 &&
    lcpMs.p75 <= allowed.lcpMs &&
    cls.p75 <= allowed.cls &&
    inpMs.p75 <= allowed.inpMs &&
    scriptsKb <= allowed.scriptsKb;
  return { lcpMs, cls, inpMs, scriptsKb, allowed, isWithin };
}
