import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Peer } from '../peer.ts';

const chunk = 1_000;

export const graphile: Peer = {
  name: 'Graphile Worker, jobs added before each instant',
  setting:
    'the same PostgreSQL; looks each 50 ms, local queue of 500, 128 at once, completions in batches; nothing repeats: ' +
    'the bench adds the jobs of each instant, uncounted',
  periodMs: () => 30_000,
  start: async ({ stack, jobs }) => {
    const url = await makeDatabase(stack.databaseUrl);
    const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => {}) });
    await utils.migrate();
    const worker = stack.spawnNode({
      name: 'graphile',
      script: 'bench/peers/graphile/worker.ts',
      env: { GRAPHILE_URL: url },
    });
    const path = '/graphile/';
    return {
      path,
      prepare: async (instant) => {
        const specs = Array.from({ length: jobs }, (_, index) => ({
          identifier: 'call',
          payload: { url: `${stack.targetUrl}${path}job-${index}`, instant },
          runAt: new Date(instant),
        }));
        for (let from = 0; from < jobs; from += chunk) await utils.addJobs(specs.slice(from, from + chunk));
      },
      stop: async () => {
        await worker.stop();
        await utils.release();
      },
    };
  },
};

/** Creates a separate database in the same PostgreSQL. */
async function makeDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create database graphile');
  } finally {
    await client.end();
  }
  const url = new URL(databaseUrl);
  url.pathname = '/graphile';
  return url.href;
}
