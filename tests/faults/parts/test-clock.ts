import { identityOf } from '#dev/setup/process-identity.mjs';
import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '#tests/faults/assert-ledger.ts';
import { check } from '#tests/faults/checks.ts';
import { minuteAhead, minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { makeJobs } from '#tests/faults/jobs.ts';
import { livingOf, pidOf } from '#tests/faults/processes.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { setClock, sinkFile } from '#tests/faults/stack.ts';

const hourMs = 60 * minuteMs;
const onTimeMs = 10_000;
const offsets = { 'an hour behind': -hourMs, 'an hour ahead': hourMs, 'a day ahead': 24 * hourMs };

/** F7: the clock of web and worker jumps; the database, Temporal and the target keep theirs. */
export async function testClock({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl, url } = readFactsOf(stack.facts);
  const from = Date.now();
  const jobs = await makeJobs({
    count: 20,
    fields: (index) => ({
      webhookURL: `${echoUrl}/fault/clock`,
      retryCount: index % 2,
      catchUp: (['last', 'all', 'none'] as const)[index % 3],
      // More than ten a minute to one address would become a digest.
      ...(index === 0 && {
        notifyFrequency: 'always',
        notificationType: 'webhook',
        notificationConfig: `${echoUrl}/note`,
      }),
    }),
  });
  const own = new Set(jobs.map(({ id }) => id));
  const processes = ['web', 'worker'].map((part) => identityOf(pidOf({ home: stack.home, part })) ?? part);
  for (const [name, offsetMs] of Object.entries(offsets)) {
    const minute = minuteAhead(5_000);
    await waitUntil(minute - 5_000);
    setClock({ offsetMs });
    await waitUntil(minute + 20_000);
    await check(`F7: with a clock ${name} neither web nor worker ends, and pages respond`, async () => {
      const living = new Set(livingOf(processes));
      const response = await fetch(`${url}/login`);
      const ended = processes.filter((one) => !living.has(one)).map((one) => `process ${one} has ended`);
      return response.ok ? ended : [...ended, `/login responds ${response.status}`];
    });
    await check(`F7: with a clock ${name} jobs fire by the database clock, and none early`, () => {
      // The sample jobs of the accounts fire too, and their failures are retried later.
      const calls = readCalls(sinkFile).filter(
        ({ jobId, scheduledFor }) => scheduledFor === minute && own.has(jobId),
      );
      const there = new Set(calls.map(({ jobId }) => jobId));
      return [
        ...jobs.filter(({ id }) => !there.has(id)).map(({ id }) => `job ${id} did not fire`),
        ...calls
          .filter(({ at }) => at < minute || at > minute + onTimeMs)
          .map(({ jobId, at }) => `job ${jobId} fired ${Math.round(at - minute)} ms after the instant`),
      ];
    });
    await check(`F7: with a clock ${name} a notification is sent at once`, async () => {
      const execution = { scheduledFor: new Date(minute), jobId: { in: [...own] } };
      const sent = await db().notification.count({ where: { state: 'sent', execution } });
      return sent === 1 ? [] : [`${sent} notifications were sent.`];
    });
  }
  setClock({ offsetMs: 0 });
  await waitUntil(Date.now() + 10_000);
  const [job] = await makeJobs({ count: 1, fields: () => ({ webhookURL: `${echoUrl}/fault/right-again` }) });
  await check('F7: once the clock is correct again a new job fires at its first minute', async () => {
    const due = minuteAhead(0);
    await waitUntil(due);
    const isThere = () =>
      readCalls(sinkFile).some(({ jobId, scheduledFor }) => jobId === job?.id && scheduledFor === due);
    return (await within({ ms: 10_000, isSo: isThere })) === undefined ? ['It did not.'] : [];
  });
  const until = minuteAhead(-minuteMs);
  await waitUntil(until + 30_000);
  await assertLedger({ after: 'F7', databaseUrl, sinkFile, from, until });
}
