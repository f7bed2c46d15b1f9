import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnStack } from '#dev/test/own-stack.ts';
import { totalLine } from '#dev/test/tally.ts';
import { randomFrom } from '#prisma/seed/random.ts';
import { closeDatabase, db } from '#server/database/db.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '../assert-ledger.ts';
import { check, counted, printNote } from '../checks.ts';
import { minuteAhead, minuteMs } from '../clock.ts';
import { mailDomain, makeJobs } from '../jobs.ts';
import { outage } from '../outage.ts';
import { useStack } from '../settings.ts';
import { prepare, removeProduct, sinkFile, startProduct } from '../stack.ts';
import { checkMemory } from './check-memory.ts';
import { checkOnTime } from './check-on-time.ts';
import { anyJob } from './job-kinds.ts';
import { watchedParts, watchMemory } from './memory.ts';
import { type ActCounts, actOnce } from './owner-acts.ts';
import { readSettings } from './settings.ts';

// `npm run test:soak -- --minutes 30 --seed 7`: two hundred jobs, owners who change their minds, misbehaving targets,
// and a product whose parts are killed one after another, and all at once (F5).
const jobCount = 200;
const actEveryMs = 400;
const longestBetweenKillsMs = 3 * minuteMs;
/**
 * After a long run nobody is killed for so long, while the owners go on: killed every few minutes, no process lives until
 * its caches are full and its collector has come round a few times.
 */
const calmMs = 26 * minuteMs;
const calmFromMinutes = 20;
/** Temporal takes about 14 minutes to fill its caches. */
const warmUpMs = 15 * minuteMs;
/** Recovery time after a worker and Temporal die together. */
const resumeMs = minuteMs;
/** Excludes noise from the measurement of used memory: filling caches, and garbage left for minutes. */
const bounds = {
  /** More than twice the jobs, and full within the warm-up. */
  MAX_CACHED_WORKFLOWS: '500',
  /** Temporal's collector comes round at a quarter more than is held, instead of twice as much. */
  GOGC: '25',
  NODE_OPTIONS: `--import ${new URL('collect.mjs', import.meta.url).href}`,
};

const { minutes, seed } = readSettings(process.argv.slice(2));
const random = randomFrom(seed);
const startedAt = Date.now();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void removeProduct().then(() => process.exit(1)));
}
try {
  await prepare();
  await soak(await startProduct({ env: bounds }));
} catch (error) {
  await check('the soak comes to its end', () => [
    error instanceof Error ? (error.stack ?? '') : String(error),
  ]);
} finally {
  await removeProduct({ isLogKept: counted().failed > 0 });
  await Promise.allSettled([closeTemporalClient(), closeDatabase()]);
}
const tally = counted();
console.log(`After ${((Date.now() - startedAt) / minuteMs).toFixed(1)} minutes, seed ${seed}.`);
console.log(totalLine(tally).replace('Total: ', ''));
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);

async function soak(stack: OwnStack): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  printNote(`soak of ${minutes} minutes, seed ${seed}`);
  const from = Date.now();
  const jobs = await makeJobs({
    count: jobCount,
    fields: (_, owner) => anyJob({ echoUrl, ownerId: owner.id, random }),
  });
  const killedUntil = Date.now() + minutes * minuteMs;
  const until = killedUntil + (minutes < calmFromMinutes ? 0 : calmMs);
  const memory = watchMemory({ home: stack.home });
  const counts: ActCounts = new Map();

  const owners = async () => {
    while (Date.now() < until) {
      await Promise.all([actOnce({ jobs, echoUrl, random, counts }), sleep(actEveryMs * 2 * random())]);
    }
  };
  const [kills] = await Promise.all([killInTurn({ stack, until: killedUntil }), owners()]);
  memory.stop();
  printNote(await residentsInWords());
  for (const [act, { done, refused }] of counts) printNote(`${act}: ${done} done, ${refused} refused`);
  printNote(`killed: ${kills.join(', ')}`);

  const due = minuteAhead(resumeMs);
  await checkOnTime({
    title: 'F5: a minute after all that, each job whose target answers at once fires on time again',
    ...{ due, sinkFile },
  });
  await assertLedger({ after: 'F5, the soak', databaseUrl, sinkFile, from, until: due });
  await check('A8 after F5, the soak: notifications were owed and sent', async () => {
    const where = { state: 'sent', job: { owner: { email: { endsWith: mailDomain } } } } as const;
    return (await db().notification.count({ where })) > 0 ? [] : ['None was sent.'];
  });
  await checkMemory({ memory, warmSince: until > killedUntil ? killedUntil + warmUpMs : null });
}

/** Jobs that workers hold from fire to fire: only these cost the worker memory. */
async function residentsInWords(): Promise<string> {
  const held = await db().residency.count({ where: { workerId: { not: null } } });
  const free = await db().residency.count({ where: { workerId: null } });
  return `${held} jobs stay with a worker, ${free} wait for one`;
}

/** Each part once, then all of them at one instant, and so on: in two minutes once round. */
async function killInTurn({ stack, until }: { stack: OwnStack; until: number }): Promise<string[]> {
  const turns = [...watchedParts.map((part) => [part]), watchedParts];
  const betweenMs = Math.min((minutes * minuteMs) / (turns.length + 1), longestBetweenKillsMs);
  const done: string[] = [];
  for (let turn = 0; ; turn += 1) {
    const at = Date.now() + betweenMs * (0.6 + 0.5 * random());
    if (at > until - 5_000) return done;
    const parts = turns[turn % turns.length] ?? [];
    await Promise.all(parts.map((part) => outage({ stack, part, from: at })));
    done.push(parts.join(' and '));
  }
}
