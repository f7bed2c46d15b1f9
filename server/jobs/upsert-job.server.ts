import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';

/** The id of the owner's job with an external id (D40), or null. */
async function findByExternalId({
  ownerId,
  externalId,
}: {
  ownerId: number;
  externalId: string;
}): Promise<number | null> {
  const where = { ownerId, externalId, deletedAt: null };
  return (await db().job.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/**
 * Creates a job, unless the owner has one with its external id: that one is changed.
 * @param update changes it, by its id
 * @throws AppError as createJob and update do
 */
export async function upsertJob({
  owner,
  externalId,
  create,
  update,
}: {
  owner: Owner;
  externalId: string | null;
  create: () => JobInput;
  update: (jobId: number) => Promise<DecryptedJob>;
}): Promise<{ job: DecryptedJob; isNew: boolean }> {
  const find = () => (externalId === null ? null : findByExternalId({ ownerId: owner.id, externalId }));
  const known = await find();
  if (known !== null) return { job: await update(known), isNew: false };
  try {
    return { job: await createJob({ owner, input: create() }), isNew: true };
  } catch (error) {
    // The later of two concurrent requests updates the job of the first.
    const isTaken = error instanceof AppError && error.details?.externalId !== undefined;
    const made = isTaken ? await find() : null;
    if (made === null) throw error;
    return { job: await update(made), isNew: false };
  }
}
