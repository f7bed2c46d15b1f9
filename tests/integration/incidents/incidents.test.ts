import { expect, test } from 'vitest';
import type { EventDetails } from '#domain/notifications/event-details.ts';
import { ruleEvents } from '#domain/notifications/rules.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import {
  acknowledgeIncident,
  loadIncident,
  snoozeIncident,
  unacknowledgeIncident,
  unsnoozeIncident,
} from '#server/incidents/change-incident.server.ts';
import { endFlapping } from '#server/incidents/end-flapping.server.ts';
import { endSnoozes } from '#server/incidents/end-snoozes.server.ts';
import { followIncidents } from '#server/incidents/follow-incidents.server.ts';
import { countOpenIncidents, listIncidents } from '#server/incidents/list-incidents.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { eventFact } from '#server/notifications/event-fact.ts';
import { keepRetention } from '#server/maintenance/keep-retention.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
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
import { incidentsOf, onlyIncident, snoozed } from './kit.ts';

const minuteMs = 60_000;
/** A failure of a streak that was notified at noon, unless it is the first. */
const failure = async (jobId: number, { streak = 1, minutes = 0 } = {}) => {
  const now = noon + minutes * minuteMs;
  const isFirst = streak === 1;
  await enqueue(
    await aFact({
      ...{ jobId, now, streak, streakStartedAt: isFirst ? now : noon },
      streakNotifiedAt: isFirst ? null : noon,
    }),
  );
};
const success = async (jobId: number, { after = 1, minutes = 1 } = {}) => {
  const [streakStartedAt, now] = [noon, noon + minutes * minuteMs];
  await enqueue(
    await aFact({
      ...{ jobId, now, outcome: 'success', previousStreak: after, streakStartedAt },
      streakNotifiedAt: noon,
    }),
  );
};

test('the first notified failure opens an incident with its cause, and the next success closes it', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  expect(await onlyIncident(job.id)).toMatchObject({
    ...{ ownerId: job.ownerId, causeCode: 'status_rejected', failures: 1, closedAt: null },
    causeText: 'Failed: the response was 503; this job expects 2xx.',
    openedAt: new Date(noon),
  });
  await failure(job.id, { streak: 2, minutes: 1 });
  await success(job.id, { after: 2, minutes: 2 });
  const { id, ...closed } = await onlyIncident(job.id);
  expect(closed).toMatchObject({
    closeReason: 'recovered',
    failures: 2,
    closedAt: new Date(noon + 2 * minuteMs),
  });
  expect(await notificationsOf(job.id)).toMatchObject([
    { rule: 'failure', incidentId: id },
    { rule: 'recovery', incidentId: id },
  ]);
});

test('a batch with two streaks has two incidents, of which the last is open', async () => {
  const job = await aNotifyingJob();
  await enqueue(
    await aFact({ jobId: job.id, now: noon }),
    await aFact({ jobId: job.id, now: noon + minuteMs, outcome: 'success', previousStreak: 1 }),
    await aFact({ jobId: job.id, now: noon + 2 * minuteMs }),
  );
  const [first, second] = await incidentsOf(job.id);
  expect([first?.closeReason, second?.closeReason]).toEqual(['recovered', null]);
  expect((await notificationsOf(job.id)).map(({ rule, incidentId }) => [rule, incidentId])).toEqual([
    ['failure', first?.id],
    ['recovery', first?.id],
    ['failure', second?.id],
  ]);
});

test('the opened and closed incidents are returned, for events about them', async () => {
  const job = await aNotifyingJob();
  const [fact, end] = [
    await aFact({ jobId: job.id }),
    await aFact({ jobId: job.id, now: noon + minuteMs, outcome: 'success', previousStreak: 1 }),
  ];
  const { openedIncidents, closedIncidents } = await inTransaction((client) =>
    followIncidents({ client, facts: [fact, end], notifications: [{ fact, rule: 'failure' }] }),
  );
  expect(openedIncidents).toMatchObject([
    { jobId: job.id, ownerId: job.ownerId, causeCode: 'status_rejected' },
  ]);
  expect(closedIncidents).toMatchObject([
    { id: openedIncidents[0]?.id, closeReason: 'recovered', failures: 1 },
  ]);
});

test('an execution whose end is written twice opens one incident', async () => {
  const job = await aNotifyingJob();
  const fact = await aFact({ jobId: job.id });
  await enqueue(fact);
  await enqueue(fact);
  expect(await incidentsOf(job.id)).toHaveLength(1);
});

test('a job that notifies nobody of failures has no incident, nor does a missed run or one below `after`', async () => {
  for (const notifyFrequency of ['never', 'on_success'] as const) {
    const job = await aNotifyingJob({ notifyFrequency });
    await failure(job.id);
    expect(await incidentsOf(job.id)).toEqual([]);
  }
  const missed = await aNotifyingJob();
  await enqueue(await aFact({ jobId: missed.id, outcome: 'missed', streak: 0 }));
  const patient = await aNotifyingJob({
    notificationConfig: '{"url": "https://notes.example.com/in", "after": 3}',
  });
  await failure(patient.id);
  expect([...(await incidentsOf(missed.id)), ...(await incidentsOf(patient.id))]).toEqual([]);
  await enqueue(
    await aFact({ jobId: patient.id, now: noon + minuteMs, streak: 3, streakStartedAt: noon - hourMs }),
  );
  expect(await onlyIncident(patient.id)).toMatchObject({ failures: 3, startedAt: new Date(noon - hourMs) });
});

test('a failure whose email the daily limit holds back opens an incident', async () => {
  const job = await aSavedJob();
  await failure(job.id);
  await success(job.id);
  await failure(job.id, { minutes: 2 });
  expect(await rulesOf(job.id)).toEqual(['failure']);
  expect((await incidentsOf(job.id)).map(({ closedAt }) => closedAt === null)).toEqual([false, true]);
});

test('the first channel of several opens the incident, and the others join it', async () => {
  const job = await aNotifyingJob();
  const channel = await aChannel({ owner: job.owner, name: 'later' });
  await aRule({ channel, jobId: job.id, after: 2 });
  await failure(job.id);
  const { id } = await onlyIncident(job.id);
  await failure(job.id, { streak: 2, minutes: 1 });
  expect(await onlyIncident(job.id)).toMatchObject({ id, failures: 1 });
  expect(await notificationsOf(job.id)).toMatchObject([
    { channelId: null, incidentId: id },
    { channelId: channel.id, rule: 'failure', incidentId: id },
  ]);
});

test('an acknowledged incident sends no reminders until that is undone, and its recovery is notified', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  const { id: incidentId } = await onlyIncident(job.id);
  const asked = { ownerId: job.ownerId, incidentId };
  const { acknowledgedAt } = await acknowledgeIncident(asked);
  expect(await acknowledgeIncident(asked)).toMatchObject({ acknowledgedAt, acknowledgedBy: job.owner.email });
  await failure(job.id, { streak: 10, minutes: 9 });
  expect(await rulesOf(job.id)).toEqual(['failure']);
  await unacknowledgeIncident(asked);
  await failure(job.id, { streak: 100, minutes: 99 });
  await acknowledgeIncident(asked);
  await success(job.id, { after: 100, minutes: 100 });
  expect(await rulesOf(job.id)).toEqual(['failure', 'reminder', 'recovery']);
  await expect(acknowledgeIncident(asked)).rejects.toMatchObject({ type: 'conflict' });
  expect(await unacknowledgeIncident(asked)).toMatchObject({
    closeReason: 'recovered',
    acknowledgedBy: job.owner.email,
  });
});

test('a snooze holds everything but the recovery', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  await snoozed(job.id, noon + hourMs);
  await failure(job.id, { streak: 10, minutes: 9 });
  await success(job.id, { after: 10, minutes: 10 });
  expect(await rulesOf(job.id)).toEqual(['failure', 'recovery']);
  expect(await onlyIncident(job.id)).toMatchObject({ closeReason: 'recovered', snoozedUntil: null });
  await endSnoozes({ limit: 100, now: noon + 2 * hourMs });
  expect(await rulesOf(job.id)).toEqual(['failure', 'recovery']);
});

test('a snooze holds missed, late, long and changed runs and the certificate, of its job alone', async () => {
  const events: EventDetails[] = [
    { kind: 'late', latenessMs: 20_000, afterSeconds: 10 },
    { kind: 'too_long', durationMs: null, afterSeconds: 60 },
    { kind: 'answer_changed', watch: '$.version', before: '1', after: '2' },
    { kind: 'certificate', host: 'a.example.com', subject: 'a', issuer: 'b', endsAt: noon + hourMs },
  ];
  const owner = await aUser();
  const [job, other] = [await aNotifyingJob({ owner }), await aNotifyingJob({ owner })];
  const channel = await aChannel({ owner, name: 'events' });
  for (const { id: jobId } of [job, other]) await aRule({ channel, jobId, events: [...ruleEvents] });
  const happen = async (jobId: number, minutes: number) => {
    const now = noon + minutes * minuteMs;
    const { executionId, ...run } = await aFact({ jobId, now, outcome: 'success', previousStreak: 1 });
    await enqueue(
      await aFact({ jobId, now: now + minuteMs, outcome: 'missed', streak: 1, streakStartedAt: noon }),
      ...events.map((details) =>
        details.kind === 'certificate'
          ? eventFact({ jobId, occurrence: `certificate ${minutes}`, details, now })
          : { ...run, executionId, kind: details.kind, details },
      ),
    );
  };
  const kinds = ['missed', 'late', 'too_long', 'answer_changed', 'certificate'];
  for (const { id } of [job, other]) await failure(id);
  const id = await snoozed(job.id, noon + hourMs);
  for (const { id: jobId } of [job, other]) await happen(jobId, 5);
  expect(await rulesOf(job.id)).toEqual(['failure', 'failure']);
  expect((await rulesOf(other.id)).slice(2).sort()).toEqual([...kinds, ...kinds].sort());
  await unsnoozeIncident({ ownerId: owner.id, incidentId: id });
  await happen(job.id, 10);
  const later = (await notificationsOf(job.id)).slice(2);
  expect(later.map(({ rule }) => rule).sort()).toEqual([...kinds, ...kinds].sort());
  expect(later.every(({ incidentId }) => incidentId === null)).toBe(true);
});

test('a job that notifies always has the recovery of a snoozed incident', async () => {
  const job = await aNotifyingJob({ notifyFrequency: 'always' });
  await failure(job.id);
  await snoozed(job.id, noon + hourMs);
  await failure(job.id, { streak: 2, minutes: 1 });
  await success(job.id, { after: 2, minutes: 2 });
  const notified = await db().notification.findMany({
    where: { jobId: job.id },
    select: { execution: { select: { outcome: true } } },
    orderBy: { id: 'asc' },
  });
  expect(notified.map(({ execution }) => execution?.outcome)).toEqual(['failed', 'success']);
});

test('the end of each snooze sends one reminder to the channels of the incident, with two workers as well', async () => {
  const job = await aNotifyingJob();
  const channel = await aChannel({ owner: job.owner, name: 'ops' });
  await aRule({ channel, jobId: job.id });
  await failure(job.id);
  const id = await snoozed(job.id, noon + hourMs);
  const end = (now: number) =>
    Promise.all([endSnoozes({ limit: 100, now }), endSnoozes({ limit: 100, now })]);
  await end(noon + hourMs - 1);
  expect(await rulesOf(job.id)).toEqual(['failure', 'failure']);
  await end(noon + hourMs);
  // Again, without a run in between.
  await snoozed(job.id, noon + 2 * hourMs);
  await end(noon + 3 * hourMs);
  const reminders = (await notificationsOf(job.id)).slice(2);
  expect(reminders.map(({ rule, channelId }) => [rule, channelId]).sort()).toEqual(
    ['snoozed1_reminder', 'snoozed2_reminder']
      .flatMap((rule) => [
        [rule, channel.id],
        [rule, null],
      ])
      .sort(),
  );
  expect(reminders.every(({ incidentId }) => incidentId === id)).toBe(true);
  expect(await onlyIncident(job.id)).toMatchObject({ snoozedUntil: null, closedAt: null });
});

test('the reminder goes where the job notifies now, and nowhere once it notifies never', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  await snoozed(job.id, noon + hourMs);
  await db().job.update({ where: { id: job.id }, data: { notifyFrequency: 'never' } });
  await endSnoozes({ limit: 100, now: noon + hourMs });
  expect(await rulesOf(job.id)).toEqual(['failure']);
});

test('acknowledging ends a snooze; a snooze can be ended early, and lasts 7 days at most', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  const { id: incidentId } = await onlyIncident(job.id);
  const asked = { ownerId: job.ownerId, incidentId };
  const until = new Date(Date.now() + hourMs);
  expect(await snoozeIncident({ ...asked, until })).toMatchObject({
    snoozedUntil: until,
    snoozedBy: job.owner.email,
  });
  expect(await acknowledgeIncident(asked)).toMatchObject({ snoozedUntil: null });
  await snoozeIncident({ ...asked, until });
  expect(await unsnoozeIncident(asked)).toMatchObject({ snoozedUntil: null });
  for (const wrong of [
    new Date(Date.now() - 1),
    new Date(Date.now() + 8 * 24 * hourMs),
    new Date(Number.NaN),
  ])
    await expect(snoozeIncident({ ...asked, until: wrong })).rejects.toMatchObject({
      type: 'validation_error',
    });
});

/** Incidents that open and close, a minute apart. */
const flap = async (jobId: number, { times, from = 0 }: { times: number; from?: number }) => {
  for (let time = 0; time < times; time += 1) {
    await failure(jobId, { minutes: from + 2 * time });
    await success(jobId, { minutes: from + 2 * time + 1 });
  }
};

test('the fifth opening within an hour is notified as flapping, then nothing until its end, which is notified once', async () => {
  const job = await aNotifyingJob();
  await flap(job.id, { times: 4 });
  const before = await rulesOf(job.id);
  expect(before).toEqual(Array.from({ length: 4 }, () => ['failure', 'recovery']).flat());
  await flap(job.id, { times: 3, from: 8 });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping']);
  expect((await incidentsOf(job.id)).map(({ isFlapping }) => isFlapping)).toEqual([
    ...[false, false, false, false],
    ...[true, true, true],
  ]);
  // The last opening was at minute 12.
  await endFlapping({ limit: 100, now: noon + 71 * minuteMs });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping']);
  const now = noon + 72 * minuteMs;
  await Promise.all([endFlapping({ limit: 100, now }), endFlapping({ limit: 100, now })]);
  await endFlapping({ limit: 100, now: now + hourMs });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping', 'flapping_ended']);
  await flap(job.id, { times: 1, from: 90 });
  expect((await rulesOf(job.id)).slice(10)).toEqual(['failure', 'recovery']);
});

test('an incident that outlasts the flapping is told to have recovered', async () => {
  const job = await aNotifyingJob();
  await flap(job.id, { times: 4 });
  await failure(job.id, { minutes: 8 });
  await endFlapping({ limit: 100, now: noon + 69 * minuteMs });
  await success(job.id, { minutes: 80 });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping', 'flapping_ended', 'recovery']);
});

test('the end of the flapping is not notified while the incident is snoozed', async () => {
  const job = await aNotifyingJob();
  await flap(job.id, { times: 4 });
  await failure(job.id, { minutes: 8 });
  await db().incident.updateMany({
    where: { jobId: job.id, closedAt: null },
    data: { snoozedUntil: new Date(noon + 3 * hourMs) },
  });
  await endFlapping({ limit: 100, now: noon + 69 * minuteMs });
  await success(job.id, { minutes: 80 });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping', 'recovery']);
});

test('a flapping job that was paused is not told to have stopped', async () => {
  const job = await aNotifyingJob();
  await flap(job.id, { times: 5 });
  await setJobStatus({ owner: { id: job.ownerId, tier: 'premium' }, jobId: job.id, status: 'paused' });
  await endFlapping({ limit: 100, now: noon + 2 * hourMs });
  expect((await rulesOf(job.id)).slice(8)).toEqual(['flapping']);
});

test('a pause and a deletion close the incident, and a paused job opens none with its last failure', async () => {
  const job = await aNotifyingJob();
  const owner = { id: job.ownerId, tier: 'premium' } as const;
  await failure(job.id);
  await db().jobState.update({ where: { jobId: job.id }, data: { failureStreak: 7 } });
  await setJobStatus({ owner, jobId: job.id, status: 'paused' });
  expect(await onlyIncident(job.id)).toMatchObject({ closeReason: 'paused', failures: 7 });

  const deleted = await aNotifyingJob({ owner: job.owner });
  await failure(deleted.id);
  const { id: incidentId } = await onlyIncident(deleted.id);
  await deleteJob({ owner, jobId: deleted.id });
  expect(await onlyIncident(deleted.id)).toMatchObject({ closeReason: 'deleted' });
  await expect(loadIncident({ ownerId: owner.id, incidentId })).rejects.toMatchObject({ type: 'not_found' });

  const auto = await aNotifyingJob();
  const last = await aFact({ jobId: auto.id, streak: 100, streakStartedAt: noon - 100 * hourMs });
  await enqueue(last, { ...last, kind: 'auto_pause' });
  expect(await incidentsOf(auto.id)).toEqual([]);
});

test('the notification of an automatic pause belongs to the incident of its streak, not to an earlier one', async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  const { id } = await onlyIncident(job.id);
  const last = await aFact({
    ...{ jobId: job.id, now: noon + 100 * minuteMs, streak: 101 },
    ...{ streakStartedAt: noon, streakNotifiedAt: noon },
  });
  await enqueue(last, { ...last, kind: 'auto_pause' });
  expect((await notificationsOf(job.id)).at(-1)).toMatchObject({ rule: 'auto_pause', incidentId: id });

  const silent = await aNotifyingJob();
  await failure(silent.id);
  await success(silent.id);
  await db().job.update({ where: { id: silent.id }, data: { notifyFrequency: 'never' } });
  const unnotified = await aFact({
    ...{ jobId: silent.id, now: noon + 100 * minuteMs, streak: 101, streakStartedAt: noon + 5 * minuteMs },
  });
  await enqueue(unnotified, { ...unnotified, kind: 'auto_pause' });
  expect((await notificationsOf(silent.id)).at(-1)).toMatchObject({ rule: 'auto_pause', incidentId: null });
});

test("the list has the open incidents first, filters and searches, and knows no other account's", async () => {
  const owner = await aUser();
  const jobs = [];
  for (const name of ['Backup', 'Invoices 100%', 'Report']) jobs.push(await aNotifyingJob({ owner, name }));
  const [backup, invoices, report] = jobs;
  for (const [index, job] of jobs.entries()) await failure(job.id, { minutes: index });
  await success(report?.id ?? 0, { minutes: 5 });
  const other = await aNotifyingJob();
  await failure(other.id);
  const ownerId = owner.id;
  const list = async (given = {}) => {
    const { incidents, total } = await listIncidents({ ownerId, page: 1, perPage: 10, ...given });
    return [total, ...incidents.map(({ jobName }) => jobName)];
  };
  const { id: incidentId } = await onlyIncident(backup?.id ?? 0);
  expect(await list()).toEqual([3, 'Invoices 100%', 'Backup', 'Report']);
  expect(await countOpenIncidents({ ownerId })).toBe(2);
  await acknowledgeIncident({ ownerId, incidentId });
  expect(await countOpenIncidents({ ownerId })).toBe(1);
  expect(await list({ status: 'open' })).toEqual([1, 'Invoices 100%']);
  expect(await list({ status: 'acknowledged' })).toEqual([1, 'Backup']);
  expect(await list({ status: 'closed' })).toEqual([1, 'Report']);
  expect(await list({ search: '0%' })).toEqual([1, 'Invoices 100%']);
  expect(await list({ search: 'b_ckup' })).toEqual([0]);
  expect(await list({ jobId: invoices?.id })).toEqual([1, 'Invoices 100%']);
  expect(await list({ page: 2, perPage: 2 })).toEqual([3, 'Report']);
  await expect(loadIncident({ ownerId: other.ownerId, incidentId })).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(acknowledgeIncident({ ownerId: other.ownerId, incidentId })).rejects.toMatchObject({
    type: 'not_found',
  });
});

test("closed incidents are removed after the retention of their owner's plan, open ones stay", async () => {
  const job = await aNotifyingJob();
  await failure(job.id);
  await success(job.id);
  await failure(job.id, { minutes: 10 });
  await db().incident.updateMany({
    where: { jobId: job.id, closedAt: { not: null } },
    data: { closedAt: new Date(Date.now() - 7.1 * 24 * hourMs) },
  });
  await keepRetention({ isStopping: () => false });
  expect(await onlyIncident(job.id)).toMatchObject({ closedAt: null });
  expect((await notificationsOf(job.id)).map(({ rule }) => rule)).toContain('recovery');
});
