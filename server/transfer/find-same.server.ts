import { readWireJob, toWireJob } from '#domain/job/job-wire.ts';
import { jobInput } from '#domain/job/job.ts';
import { changedFields } from '#server/jobs/versions/changed-fields.ts';
import type { SavedJob } from './types.ts';
import { unmasked } from './unmask.server.ts';

/** Each comparison parses a job: a thousand jobs of one name on both sides would make a million. */
const mostCompared = 25;

/**
 * Without an external id, only an identical saved job counts as known. Of many with the same name, URL and payload, the
 * first 25 are compared.
 */
export function findSame({
  fields,
  alike,
}: {
  fields: Record<string, unknown>;
  alike: SavedJob[];
}): SavedJob | null {
  const { webhookURL: url, payload } = fields;
  return (
    alike
      // Both are saved as they are given.
      .filter(({ input }) => url === undefined || input.webhookUrl === url)
      .filter(({ input }) => typeof payload !== 'string' || (input.payload ?? '') === payload)
      .slice(0, mostCompared)
      .find((saved) => isSame({ fields, saved })) ?? null
  );
}

function isSame({ fields, saved }: { fields: Record<string, unknown>; saved: SavedJob }): boolean {
  const { fields: before } = readWireJob(toWireJob(saved.input));
  const read = jobInput.safeParse({ ...before, ...unmasked({ fields, saved }).fields });
  return read.success && changedFields({ before: saved.input, after: read.data }).length === 0;
}
