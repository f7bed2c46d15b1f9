import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#dev/ports.ts';
import { type Tally, none, sum } from '#dev/test/tally.ts';
import { filledIn } from '#tests/contract/filled-compose.ts';
import { buildah } from './buildah.ts';
import { imageName } from './build-image.ts';
import { buildToolsIn, sourcesIn } from './contents.ts';
import { makeFirstJob } from './first-job.ts';
import { type ImageProcess, startFromImage } from './in-image.ts';
import { startStores } from './stores.ts';

const startLimitMs = 60_000;
const callLimitMs = 30_000;
const settleMs = 5_000;
const pollMs = 50;
const mb = 1024 * 1024;

/**
 * Checks the image's files and starts its three commands against PostgreSQL and Temporal. @returns how the checks ended
 */
export async function checkImage({ clone }: { clone: string }): Promise<Tally> {
  const tallies: Tally[] = [];
  const check = async (title: string, findErrors: () => Promise<string[]> | string[]) => {
    const errors = await Promise.resolve()
      .then(findErrors)
      .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
    tallies.push({ ...none, [errors.length === 0 ? 'passed' : 'failed']: 1 });
    console.log(`${errors.length === 0 ? 'passed' : 'FAILED'}  ${title}`);
    for (const error of errors.slice(0, 20)) console.log(`          ${error}`);
  };
  const container = buildah('from', '--pull-never', imageName);
  try {
    const root = buildah('mount', container);
    await check('the image holds no build tools', () => buildToolsIn(root));
    await check('the image holds no sources', () => sourcesIn(root));
    await runCommands({ clone, root, check });
  } finally {
    buildah('rm', container);
  }
  return sum(tallies);
}

type Check = (title: string, findErrors: () => Promise<string[]> | string[]) => Promise<void>;

async function runCommands({ clone, root, check }: { clone: string; root: string; check: Check }) {
  const target = await startTarget();
  const stores = await startStores({ clone });
  const running: ImageProcess[] = [];
  try {
    const [webPort, webMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${webPort}`;
    const given = filledIn();
    const besides = {
      ...{ APP_ORIGIN: origin, HOST: '127.0.0.1', PORT: String(webPort) },
      ...{ DATABASE_URL: stores.databaseUrl, TEMPORAL_ADDRESS: stores.temporalAddress },
      ...{ OUTBOUND_ALLOW_TARGETS: target.host, OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION: target.host },
    };
    const start = (service: string, metrics = 0) => {
      const env = { ...besides, METRICS_PORT: String(metrics) };
      const started = startFromImage({ root, service, given, besides: env });
      running.push(started);
      return started;
    };
    await check('migrate makes the tables of an empty database', async () => {
      const migrate = start('migrate');
      return (await migrate.ended) === 0 ? [] : [migrate.said()];
    });
    const web = start('web', webMetrics);
    await check('web starts, and answers /healthz', () =>
      reached({ process: web, name: 'web', isSo: () => isOk(`${origin}/healthz`) }),
    );
    const worker = start('worker', workerMetrics);
    await check('worker starts, and holds its lease', () => {
      const isSo = async () => /^punctual_lease_held 1$/m.test(await textOf(workerMetrics));
      return reached({ process: worker, name: 'worker', isSo });
    });
    await check('/readyz names no part that fails', () =>
      reached({ process: worker, name: '/readyz', isSo: () => isOk(`${origin}/readyz`) }),
    );
    await check('pages, documents and files of browsers are served', () => checkPages(origin));
    const jobId = await makeFirstJob({ env: { ...given, ...besides }, url: `http://${target.host}/` });
    await check('the worker calls a job', async () => {
      const end = Date.now() + callLimitMs;
      while (Date.now() < end && target.calls() === 0) await sleep(pollMs);
      return target.calls() > 0 ? [] : [`Job ${jobId} was not called.`, worker.said()];
    });
    await sleep(settleMs);
    for (const [name, { hasEnded, memory }] of Object.entries({ web, worker }))
      if (!hasEnded()) console.log(`        ${name} takes ${Math.round(memory() / mb)} MB`);
    await check('web and worker end when they are told to', async () => {
      const codes = await Promise.all([web.stop(), worker.stop()]);
      return codes.every((code) => code === 0) ? [] : [`They ended with ${codes.join(' and ')}.`];
    });
  } finally {
    await Promise.all(running.filter((one) => !one.hasEnded()).map((one) => one.stop()));
    await stores.stop();
    target.close();
  }
}

async function reached({
  process,
  name,
  isSo,
}: {
  process: ImageProcess;
  name: string;
  isSo: () => Promise<boolean>;
}): Promise<string[]> {
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && !process.hasEnded()) {
    if (await isSo().catch(() => false)) {
      console.log(`        ${name} after ${((Date.now() - process.startedAt) / 1000).toFixed(1)} s`);
      return [];
    }
    await sleep(pollMs);
  }
  return [`${name} was not ready.`, process.said()];
}

const isOk = async (url: string) => (await fetch(url)).ok;
const textOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

async function checkPages(origin: string): Promise<string[]> {
  const landing = await (await fetch(origin)).text();
  const [script] = /\/assets\/[\w.-]+\.js/.exec(landing) ?? ['/assets/none.js'];
  const paths = ['/', '/login', '/docs', '/docs/errors', '/terms', '/status', '/api/v1/openapi.json'];
  const responses = await Promise.all(
    [...paths, script, '/sw.js', '/llms.txt'].map(async (path) => ({
      path,
      response: await fetch(origin + path),
    })),
  );
  return responses
    .filter(({ response }) => !response.ok)
    .map(({ path, response }) => `${path} is answered ${response.status}.`);
}

async function startTarget() {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume().on('end', () => response.end('ok'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, calls: () => calls, close: () => server.close() };
}
