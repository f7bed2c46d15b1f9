import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import pg from 'pg';
import type { OwnStack } from '#dev/test/own-stack.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { within } from '#tests/faults/clock.ts';
import { familyOf, livingOf, pidOf, programsOf, supervisorOf } from '#tests/faults/processes.ts';
import { startProduct } from '#tests/faults/stack.ts';

const stopLimitMs = 10_000;
/** Far above a normal start (7 to 16 s on two cores): a limit for hanging starts, not a speed goal. */
const startLimitMs = 60_000;

/** Starts, stops and kills the product, and checks what remains of it. */
export async function testStart({ stack }: { stack: OwnStack }): Promise<void> {
  const before = await observe(stack);
  await check('every Node process of the product runs the pinned program', () => {
    const programs = programsOf(supervisorOf(stack.home)).filter((program) => basename(program) === 'node');
    if (programs.length === 0 && process.platform === 'linux') return ['No process was found.'];
    const pinned = realpathSync(process.execPath);
    return programs.filter((program) => program !== pinned).map((program) => `${program}, not ${pinned}`);
  });
  for (const part of ['web', 'echo']) {
    process.kill(pidOf({ home: stack.home, part }), 'SIGKILL');
    await check(`a killed ${part} process is restarted`, async () => {
      const { healthUrl, echoUrl } = readFactsOf(stack.facts);
      const url = part === 'web' ? healthUrl : `${echoUrl}/requests?limit=0`;
      const took = await within({ ms: 20_000, isSo: async () => (await fetch(url)).ok });
      return took === undefined ? ['It did not answer within 20 s.'] : [];
    });
  }
  await check('a second start beside a running one says so and exits with 1 within 10 s', () => {
    const env = { ...process.env, PUNCTUAL_HOME: stack.home };
    const { status, stderr } = spawnSync(process.execPath, ['dev/start.mjs'], {
      env,
      timeout: 10_000,
      encoding: 'utf8',
    });
    return status === 1 && stderr.includes('already running')
      ? []
      : [`It ended with ${String(status)}: ${stderr}`];
  });

  // The terminal sends Ctrl-C to npm, its shell and the supervisor alike.
  await checkStop({
    stack,
    title: 'Ctrl-C leaves nothing running after 10 s',
    stop: () => process.kill(-stack.pid, 'SIGINT'),
  });
  const again = await startAgain('the second start comes ready');
  await check('the second start has the same address, every job and every execution', async () => {
    const after = await observe(again);
    return after.url === before.url && after.jobs === before.jobs && after.executions >= before.executions
      ? []
      : [`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`];
  });

  const family = familyOf(supervisorOf(again.home));
  process.kill(supervisorOf(again.home), 'SIGKILL');
  const afterKill = await startAgain('after a kill -9 of the supervisor it starts again');
  await check('a start after a kill -9 ends the processes the earlier one left running', () =>
    livingOf(family),
  );
  await checkStop({
    stack: afterKill,
    title: 'SIGTERM to npm alone leaves nothing running after 10 s',
    stop: () => process.kill(afterKill.pid, 'SIGTERM'),
  });
}

async function startAgain(title: string): Promise<OwnStack> {
  const startedAt = Date.now();
  const stack = await startProduct();
  const tookMs = Date.now() - startedAt;
  printNote(`ready after ${(tookMs / 1000).toFixed(1)} s`);
  await check(title, () => (tookMs < startLimitMs ? [] : ['It took longer than a minute.']));
  return stack;
}

async function checkStop({
  stack,
  title,
  stop,
}: {
  stack: OwnStack;
  title: string;
  stop: () => void;
}): Promise<void> {
  const family = familyOf(stack.pid);
  stop();
  await check(title, async () => {
    await within({ ms: stopLimitMs, isSo: () => livingOf(family).length === 0 });
    const left = livingOf(family).map((identity) => `process ${identity} still runs`);
    return existsSync(stack.facts) ? [...left, 'dev.json is still there'] : left;
  });
}

async function observe(stack: OwnStack) {
  const { url, databaseUrl } = readFactsOf(stack.facts);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ jobs: string; executions: string }>(
      'select (select count(*) from "Job") as jobs, (select count(*) from "Execution") as executions',
    );
    return { url, jobs: Number(rows[0]?.jobs), executions: Number(rows[0]?.executions) };
  } finally {
    await client.end();
  }
}
