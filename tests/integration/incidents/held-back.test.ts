import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { acknowledgeIncident } from '#server/incidents/change-incident.server.ts';
import { endSnoozes } from '#server/incidents/end-snoozes.server.ts';
import {
  aChannel,
  aFact,
  aNotifyingJob,
  aRule,
  enqueue,
  hourMs,
  noon,
  notificationsOf,
  rulesOf,
} from '#tests/integration/notifications/kit.ts';
import { onlyIncident, snoozed } from './kit.ts';

const minuteMs = 60_000;

test('a snooze delays the first notification of a channel with a later start, and does not cancel it', async () => {
  const job = await aNotifyingJob({
    notificationConfig: JSON.stringify({ url: 'https://notes.example.com/in', after: 3 }),
  });
  const channel = await aChannel({ owner: job.owner, name: 'first' });
  await aRule({ channel, jobId: job.id });
  const streakStartedAt = noon;
  const fail = async (streak: number, isNotified = false) => {
    const now = noon + streak * minuteMs;
    const fact = await aFact({ jobId: job.id, now, streak, streakStartedAt });
    return enqueue({ ...fact, streakNotifiedAt: isNotified ? noon : null });
  };
  const notifiedAt = async () =>
    (await db().jobState.findUniqueOrThrow({ where: { jobId: job.id } })).notifiedAt;
  expect(await fail(1)).toEqual([]);
  await snoozed(job.id, noon + hourMs);
  expect(await fail(3)).toEqual([]);
  await endSnoozes({ limit: 100, now: noon + hourMs });
  expect(await notifiedAt()).toBeNull();
  expect(await fail(61)).toEqual([job.id]);
  await snoozed(job.id, noon + 2 * hourMs);
  await endSnoozes({ limit: 100, now: noon + 2 * hourMs });
  expect(await notifiedAt()).toEqual(new Date(noon + 2 * hourMs));
  const sent = await notificationsOf(job.id);
  expect(sent.map(({ rule, channelId }) => [rule, channelId === null ? 'own' : 'named'])).toEqual([
    ['failure', 'named'],
    ['snoozed1_reminder', 'named'],
    ['failure', 'own'],
    ['snoozed2_reminder', 'named'],
    ['snoozed2_reminder', 'own'],
  ]);
});

test('an acknowledged failure that notified nobody by the first rule does not count as notified', async () => {
  const job = await aNotifyingJob({
    notificationConfig: JSON.stringify({ url: 'https://notes.example.com/in', after: 3 }),
  });
  const channel = await aChannel({ owner: job.owner, name: 'acknowledged' });
  await aRule({ channel, jobId: job.id });
  await enqueue(await aFact({ jobId: job.id, now: noon, streakStartedAt: noon }));
  const { id: incidentId } = await onlyIncident(job.id);
  await acknowledgeIncident({ ownerId: job.ownerId, incidentId });
  const third = await aFact({ jobId: job.id, now: noon + minuteMs, streak: 3, streakStartedAt: noon });
  expect(await enqueue(third)).toEqual([]);
  expect(await rulesOf(job.id)).toEqual(['failure']);
});
