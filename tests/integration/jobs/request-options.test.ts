import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { listVersions } from '#server/jobs/reads/list-versions.server.ts';
import { reportJob } from '#server/jobs/reads/report-jobs.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { aLedgerJob, aWorker, callIn, claimOne } from '../ledger/kit.ts';
import { aJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

const auth = { type: 'basic' as const, username: 'ann', password: 'canary-91' };
const retryDelays = { kind: 'list' as const, seconds: [10, 86_400], jitter: false };

/** Removes fields from a stored version, which one of an earlier release would lack. */
async function forgetFields({
  jobId,
  ownerId,
  fields,
}: {
  jobId: number;
  ownerId: number;
  fields: string[];
}) {
  const where = { jobId_version: { jobId, version: 1 } };
  const { snapshot } = await db().jobVersion.findUniqueOrThrow({ where });
  const at = { userId: ownerId, field: 'jobVersion.snapshot' };
  const kept = Object.entries(JSON.parse(unseal({ sealed: snapshot, ...at })) as object).filter(
    ([name]) => !fields.includes(name),
  );
  await db().jobVersion.update({
    where,
    data: { snapshot: seal({ text: JSON.stringify(Object.fromEntries(kept)), ...at }) },
  });
}

test('request options are stored, changed and reported', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob({ retryDelays, followRedirects: true, auth }) });
  expect(jobInputOf((await getJob({ owner, jobId })).job)).toMatchObject({
    retryDelays,
    followRedirects: true,
    auth,
  });
  const row = await db().job.findUniqueOrThrow({ where: { id: jobId } });
  expect(JSON.stringify(row)).not.toContain(auth.password);
  expect((await reportJob({ owner, jobId })).input).toMatchObject({
    retryDelays,
    followRedirects: true,
    auth,
  });

  await updateJob({ owner, jobId, changes: { retryDelays: null } });
  expect(jobInputOf((await getJob({ owner, jobId })).job)).toMatchObject({ retryDelays: null });
  const versions = await listVersions({ ownerId: owner.id, jobId, limit: 2 });
  expect(versions.map(({ snapshot }) => snapshot.retryDelays)).toEqual([null, retryDelays]);

  await restoreVersion({ owner, jobId, version: 1 });
  expect(jobInputOf((await getJob({ owner, jobId })).job)).toMatchObject({ retryDelays });
});

test('a version of an earlier release opens with the defaults of that time, and is restored with them', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  await forgetFields({ jobId, ownerId: owner.id, fields: ['retryDelays', 'followRedirects', 'auth'] });
  await updateJob({ owner, jobId, changes: { retryDelays, followRedirects: true, auth } });
  const versions = await listVersions({ ownerId: owner.id, jobId, limit: 2 });
  expect(versions.map(({ snapshot }) => snapshot.retryDelays)).toEqual([retryDelays, null]);

  await restoreVersion({ owner, jobId, version: 1 });
  expect(jobInputOf((await getJob({ owner, jobId })).job)).toMatchObject({
    retryDelays: null,
    followRedirects: false,
    auth: null,
  });
});

test('a claimed call carries the options of its version', async () => {
  const { id: jobId } = await aLedgerJob({ retryDelays, followRedirects: true, auth });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId }));
  expect(call).toMatchObject({ retryDelays, followRedirects: true, auth });
});
