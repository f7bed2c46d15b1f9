import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aFact, aNotifyingJob, enqueue, hourMs, noon } from '#tests/integration/notifications/kit.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type Incident = Record<string, unknown> & { id: number };

/** Clients of an account with a job that has an open incident. */
async function anIncident() {
  const key = await aClient({ web });
  const token = await aClient({ web, kind: 'token', owner: key.user });
  const job = await aNotifyingJob({ owner: key.user, name: 'Nightly invoices' });
  await enqueue(await aFact({ jobId: job.id }));
  const { id } = await db().incident.findFirstOrThrow({ where: { jobId: job.id } });
  return { key, token, job, id };
}

test('incidents are listed and filtered with a key and a token, in both spellings', async () => {
  const { key, token, job, id } = await anIncident();
  for (const client of [key, token]) {
    const { status, body } = await client.ask<Incident[]>('GET /incidents');
    expect([status, body.data]).toMatchObject([
      200,
      [{ id, job_id: job.id, job_name: 'Nightly invoices', status: 'open', failures: 1, closed_at: null }],
    ]);
  }
  const ids = async (query: string) =>
    (await key.ask<Incident[]>(`GET /incidents?${query}`)).body.data.map((incident) => incident.id);
  for (const query of ['status=open', `job_id=${job.id}`, `jobId=${job.id}`, 'search=INVOICES', 'perPage=1'])
    expect(await ids(query), query).toEqual([id]);
  for (const query of ['status=closed', 'status=acknowledged', `job_id=${job.id + 1}`, 'search=backup'])
    expect(await ids(query), query).toEqual([]);
  const refused = await key.ask('GET /incidents?status=shut');
  expect([refused.status, refused.body.error?.details]).toEqual([
    400,
    { status: 'status must be one of all, open, acknowledged, closed.' },
  ]);
});

test('an incident is read with its notifications', async () => {
  const { key, id } = await anIncident();
  const { body } = await key.ask(`GET /incidents/${id}`);
  expect(body.data).toMatchObject({
    ...{ id, cause_code: 'status_rejected', flapping: false },
    notifications: [
      { rule: 'failure', channel: 'webhook', destination: 'notes.example.com', state: 'pending' },
    ],
  });
});

test('an incident is acknowledged and snoozed, and both are undone', async () => {
  const { key, id } = await anIncident();
  const until = new Date(Date.now() + 2 * hourMs).toISOString();
  const steps: [string, unknown, Record<string, unknown>][] = [
    ['POST /acknowledge', undefined, { status: 'acknowledged', acknowledged_by: key.user.email }],
    ['POST /snooze', { until }, { status: 'acknowledged', snoozed_until: until, snoozed_by: key.user.email }],
    ['DELETE /acknowledge', undefined, { status: 'open', acknowledged_at: null, snoozed_until: until }],
    ['DELETE /snooze', undefined, { status: 'open', snoozed_until: null }],
  ];
  for (const [step, sent, expected] of steps) {
    const [method = '', act = ''] = step.split(' ');
    const { status, body } = await key.ask(
      `${method} /incidents/${id}${act}`,
      sent === undefined ? {} : { body: sent },
    );
    expect([status, body.data], step).toMatchObject([200, expected]);
  }
});

test('a snooze without a time within 7 days is refused by field, a closed incident with a conflict', async () => {
  const { key, job, id } = await anIncident();
  for (const [until, text] of [
    ['soon', 'until must be an instant such as 2026-11-28T08:00:00Z.'],
    ['2020-01-01T00:00:00Z', 'Choose a time in the future.'],
    ['2099-01-01T00:00:00Z', 'Choose a time within 7 days.'],
  ]) {
    const { status, body } = await key.ask(`POST /incidents/${id}/snooze`, { body: { until } });
    expect([status, body.error?.details]).toEqual([400, { until: text }]);
  }
  await enqueue(await aFact({ jobId: job.id, now: noon + hourMs, outcome: 'success', previousStreak: 1 }));
  for (const act of ['acknowledge', 'snooze']) {
    const body = act === 'snooze' ? { body: { until: new Date(Date.now() + hourMs).toISOString() } } : {};
    expect((await key.ask(`POST /incidents/${id}/${act}`, body)).status, act).toBe(409);
    const undone = await key.ask(`DELETE /incidents/${id}/${act}`);
    expect([undone.status, undone.body.data], act).toMatchObject([200, { status: 'closed' }]);
  }
});

test("another account's incident is not found, and a read-only key changes nothing", async () => {
  const { key, id } = await anIncident();
  const stranger = await aClient({ web });
  const calls = ['GET ', 'POST /acknowledge', 'DELETE /acknowledge', 'DELETE /snooze'];
  for (const call of calls) {
    const [method = '', act = ''] = call.split(' ');
    const { status, body } = await stranger.ask(`${method} /incidents/${id}${act}`);
    expect([status, body.error?.type], call).toEqual([404, 'not_found']);
  }
  const reader = await aClient({ web, scope: 'read', owner: key.user });
  expect((await reader.ask(`GET /incidents/${id}`)).status).toBe(200);
  expect((await reader.ask(`POST /incidents/${id}/acknowledge`)).status).toBe(403);
  expect(await db().incident.findUniqueOrThrow({ where: { id } })).toMatchObject({ acknowledgedAt: null });
});
