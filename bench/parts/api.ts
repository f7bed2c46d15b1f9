import { type Agent, request } from 'undici';
import { buildWeb } from '#dev/stack/web-build.ts';
import { type BenchCaller, seedCallers } from '../api/seed.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { askAtRate, type BenchAsk } from '../web/load.ts';
import { startWeb } from '../web/start-web.ts';

const perSecond = 200;
const budgetMs = 30;
const keys = 50;
const warmSeconds = 15;

/** Measures reads by API key: a list and one job alternately, over enough keys to stay below the rate limits. */
export async function api({ jobs, seconds }: { jobs: number; seconds: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const callers = await seedCallers({ keys, jobs, databaseUrl: stack.databaseUrl });
    const build = await buildWeb({ clone: process.cwd() });
    const origin = await startWeb({ stack, build });
    const asks = callers.flatMap((caller) => asksOf({ caller, origin }));
    say('Warming up …');
    await askAtRate({ asks, perSecond: perSecond / 2, seconds: Math.min(seconds, warmSeconds) });
    say(`${perSecond} requests a second for ${seconds} s …`);
    const { all, pages: calls } = await askAtRate({ asks, perSecond, seconds });
    const missed = Object.values(calls).filter(
      ({ p99Ms, errors }) => errors > 0 || (p99Ms ?? Infinity) > budgetMs,
    ).length;
    return { jobs, keys, perSecond, seconds, budgetMs, all, missed, calls };
  } finally {
    await stack.stop();
  }
}

function asksOf({ caller: { key, jobId }, origin }: { caller: BenchCaller; origin: string }): BenchAsk[] {
  const ask = (path: string) => async (client: Agent) => {
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
    const response = await request(`${origin}/api/v1${path}`, { headers, dispatcher: client });
    await response.body.arrayBuffer();
    return { isWhole: response.statusCode === 200, endedAt: performance.now() };
  };
  return [
    { name: 'GET /jobs', ask: ask('/jobs') },
    { name: 'GET /jobs/{id}', ask: ask(`/jobs/${jobId}`) },
  ];
}
