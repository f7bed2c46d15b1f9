import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aSubscription } from '#tests/integration/event-subscriptions/kit.ts';
import { aFact, aNotifyingJob, enqueue, noon } from '#tests/integration/notifications/kit.ts';

test('an incident is an event when it opens and when it closes', async () => {
  const { user } = await aSubscription({ types: ['incident.opened', 'incident.closed'] });
  const job = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId: job.id }));
  const { id } = await db().incident.findFirstOrThrow({ where: { jobId: job.id } });
  await enqueue(await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }));
  const events = await db().event.findMany({ where: { ownerId: user.id }, orderBy: { id: 'asc' } });
  expect(events).toMatchObject([
    { type: 'incident.opened', jobId: job.id, data: { incident: { id, cause_code: 'status_rejected' } } },
    {
      type: 'incident.closed',
      jobId: job.id,
      data: { incident: { id, close_reason: 'recovered', failures: 1 } },
    },
  ]);
});
