import { join } from 'node:path';
import type { Agent } from 'undici';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { buildWeb } from '#dev/stack/web-build.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { askAtRate, askPage, type PageTimes } from '../web/load.ts';
import { type BenchPage, benchPages } from '../web/pages.ts';
import { dearest, planSettings, plansOf, type Ran, reportPlans } from '../web/plans.ts';
import { run } from '../web/run-statement.ts';
import { seedWeb } from '../web/seed.ts';
import { startWeb } from '../web/start-web.ts';
import { timeImport } from '../web/time-import.ts';

const perSecond = 20;
const budgetMs = 80;
/** PostgreSQL plans a prepared statement five times before it may settle on a generic plan. */
const visitsEach = 7;
const shownStatements = 3;
const importedJobs = [200, 1_000];

/** Measures pages of many jobs and of a long history: time under load, and buffers of each statement. */
export async function web({
  jobs,
  executions,
  seconds,
}: {
  jobs: number;
  executions: number;
  seconds: number;
}) {
  const stack = await startStack({ store: 'sqlite', settings: planSettings });
  try {
    const { databaseUrl } = stack;
    const seeded = await seedWeb({ jobs, executions, databaseUrl });
    const pages = benchPages(seeded);
    const build = await buildWeb({ clone: process.cwd() });
    const loaded = await startWeb({ stack, build });
    const cookie = `${sessionCookieName(loaded)}=${seeded.token}`;
    say('Warming up …');
    const asks = pages.map(({ name, group, path }) => ({
      name,
      group,
      ask: (client: Agent) => askPage({ origin: loaded, cookie, client, path }),
    }));
    await askAtRate({ asks, perSecond, seconds: Math.min(seconds, 15) });
    say(`${perSecond} requests a second for ${seconds} s …`);
    const times = await askAtRate({ asks, perSecond, seconds });

    say('Buffers of each statement …');
    await run(databaseUrl, (sql) => sql(reportPlans('punctual')));
    const reported = await startWeb({ stack, build });
    const file = join(stack.dataFolder, 'log', 'plans.json');
    const rows: Record<string, PageResult> = {};
    for (const page of pages) {
      const during = async () => {
        for (let visit = 0; visit < visitsEach; visit += 1)
          await askPage({ origin: reported, cookie, path: page.path });
      };
      const row = evaluate({ page, times: times.pages[page.name], ran: await plansOf({ file, during }) });
      say(`${page.name}: ${JSON.stringify(row)}`);
      rows[page.name] = row;
    }
    const groups = Object.fromEntries(
      Object.entries(times.groups).map(([name, row]) => [
        name,
        { ...row, isWithin: row.errors === 0 && (row.p99Ms ?? Infinity) <= budgetMs },
      ]),
    );
    const missed = Object.values({ ...rows, ...groups }).filter(({ isWithin }) => !isWithin).length;
    const imports = [];
    for (const count of importedJobs)
      imports.push(await timeImport({ ownerId: seeded.ownerId, jobs: count }));
    const asked = { jobs, executions, perSecond, seconds, budgetMs };
    return { ...asked, all: times.all, missed, imports, groups, pages: rows };
  } finally {
    await stack.stop();
  }
}

interface PageResult extends Partial<PageTimes> {
  buffers: number;
  bufferBudget: number | null;
  isWithin: boolean;
  statements: Ran[];
}

function evaluate({
  page,
  times,
  ran,
}: {
  page: BenchPage;
  times: PageTimes | undefined;
  ran: Ran[];
}): PageResult {
  const statements = dearest(ran);
  const buffers = statements[0]?.buffers ?? 0;
  return {
    ...times,
    ...{ buffers, bufferBudget: page.buffers },
    isWithin: times?.errors === 0 && statements.length > 0 && buffers <= (page.buffers ?? Infinity),
    statements: statements
      .slice(0, shownStatements)
      .map(({ statement, buffers: own }) => ({ statement: statement.slice(0, 160), buffers: own })),
  };
}
