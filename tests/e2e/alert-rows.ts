import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';
import { dayMs, minuteMs } from '#domain/time/units.ts';
import { accountOn, makeUltimate } from './account-rows.ts';
import { expect } from './fixtures.ts';

/** Long as a name may be, without a place to break it. */
export const longName = (number: number, length: number) => `${'W'.repeat(length - 3)}${100 + number}`;

interface Filled {
  userId: number;
  jobId: number;
  channels: string[];
}

/** Fills the new account of the page, on Ultimate: 50 channels, a default for each, 10 event subscriptions, a job. */
export async function fillAlerts({ page, facts }: { page: Page; facts: StackFacts }): Promise<Filled> {
  await page.goto('/dashboard/settings');
  const { id: userId, token } = await accountOn(page);
  await makeUltimate({ facts, userId });
  const call = async (method: 'post' | 'put', path: string, data: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request[method](`/api/v1/${path}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as { data: { id: number } };
  };
  const channels = Array.from({ length: 50 }, (_, number) => longName(number, 50));
  for (const name of channels)
    await call('post', 'channels', { name, kind: 'webhook', url: `${facts.receiversUrl}/webhook/many` });
  const tags = channels.map((channel, number) => [
    longName(number, 30),
    [{ channel, events: ['failure', 'recovery', 'reminder', 'missed', 'late', 'certificate'] }],
  ]);
  await call('put', 'notification-rules', { account: [], tags: Object.fromEntries(tags) as object });
  for (let number = 0; number < 10; number += 1)
    await call('post', 'event-subscriptions', {
      url: `${facts.echoUrl}/events?${'long'.repeat(100)}`,
      types: ['job.created'],
    });
  const { data } = await call('post', 'jobs', {
    name: longName(0, 100),
    cron_expression: '0 3 * * *',
    webhook_url: `${facts.echoUrl}/e2e`,
    status: 'paused',
  });
  return { userId, jobId: data.id, channels };
}

/** The certificate of a host, as a worker keeps it after a handshake. */
export async function aSeenCertificate({
  facts,
  host,
  days,
}: {
  facts: StackFacts;
  host: string;
  days: number;
}): Promise<void> {
  const database = new pg.Client({ connectionString: facts.databaseUrl });
  await database.connect();
  const endsAt = new Date(Date.now() + days * dayMs + minuteMs);
  await database.query(
    `insert into "TargetCertificate" ("target", "fingerprint", "subject", "issuer", "endsAt", "seenAt")
     values ($1, 'aa', $1, 'A Test Authority', $2, now())`,
    [host, endsAt],
  );
  await database.end();
}

/** Incidents of a job, an hour apart; the newest is open, another one acknowledged, the rest are closed. */
export async function addIncidents({
  facts,
  userId,
  jobId,
  count,
}: {
  facts: StackFacts;
  userId: number;
  jobId: number;
  count: number;
}): Promise<void> {
  const database = new pg.Client({ connectionString: facts.databaseUrl });
  await database.connect();
  await database.query(
    `insert into "Incident" ("jobId", "ownerId", "executionId", "openedAt", "startedAt", "causeCode", "causeText",
       "failures", "closedAt", "closeReason", "isFlapping")
     select $1::int, $2::int, -($1::bigint * 1000 + n), now() - n * interval '1 hour', now() - n * interval '1 hour',
       'status_rejected', repeat('The response was 503; ', 40), 1000000 + n,
       case when n > 1 then now() - (n - 0.5) * interval '1 hour' end, case when n > 1 then 'recovered' end, n % 3 = 0
     from generate_series(1, $3::int) n`,
    [jobId, userId, count],
  );
  await database.end();
}
