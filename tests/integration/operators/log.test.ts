import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aLiveJob, aWorker, eventually, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// Before anything reads the environment: logs at the most verbose level.
vi.hoisted(() => (process.env['LOG_LEVEL'] = 'debug'));

const canaries = ['url', 'header', 'payload', 'name', 'email'].map((where) => `canary-${where}-5d1f`);
const [inUrl = '', inHeader = '', inPayload = '', inName = '', inEmail = ''] = canaries;

describe.skipIf(!hasTemporal)('the log of a worker that executes jobs', patient, () => {
  const lines: string[] = [];
  let worker: RunningWorker;
  beforeAll(async () => {
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      if (String(text).startsWith('{"level"')) lines.push(String(text));
      return true;
    });
    worker = await aWorker();
  });
  afterAll(async () => {
    await worker.stop();
    vi.restoreAllMocks();
  });

  test('S13: contains no secret of a job, though each call has its line with job and execution', async () => {
    const secrets = {
      name: inName,
      headers: { authorization: `Bearer ${inHeader}` },
      httpMethod: 'POST' as const,
      payload: JSON.stringify({ token: inPayload }),
    };
    const fine = await aLiveJob({ path: `/ok?key=${inUrl}`, ...secrets });
    const failing = await aLiveJob({ path: `/fail?key=${inUrl}`, ...secrets, retryCount: 1 });
    await db().user.update({ where: { id: failing.owner.id }, data: { email: `${inEmail}@example.com` } });
    await eventually(async () => {
      const where = { jobId: { in: [fine.jobId, failing.jobId] }, outcome: { not: null } };
      expect(await db().execution.count({ where })).toBeGreaterThanOrEqual(2);
      expect(lines.filter((line) => line.includes('"a call was made"')).length).toBeGreaterThanOrEqual(2);
    });
    const said = lines.join('');
    for (const canary of canaries) expect(said).not.toContain(canary);
    const made = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const call = made.find(({ msg, jobId }) => msg === 'a call was made' && jobId === failing.jobId);
    expect(call).toMatchObject({ code: 'status_rejected', statusCode: 500, attempt: 1 });
    const { executionId } = call ?? {};
    expect(await db().execution.count({ where: { id: Number(executionId), jobId: failing.jobId } })).toBe(1);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2048);
  });
});
