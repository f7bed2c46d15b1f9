import { plural } from '#app/format/time-format.ts';
import { idsOf, requireNamedJobs, fieldText } from '#app/http/forms/bulk-form.server.ts';
import { oncePerSending } from '#app/http/forms/once-per-sending.server.ts';
import { mostListed, tooManyListed } from '#app/http/forms/read-form.server.ts';
import type { Undo } from '#app/http/responses/respond-with-toast.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { AppError } from '#domain/errors.ts';
import { jobStatuses } from '#domain/job/choices.ts';
import { longestTag } from '#domain/job/tags.ts';
import { jobLimit } from '#domain/plan.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';
import { runJobs } from '#server/jobs/run-jobs.server.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';
import { tagJobs } from '#server/jobs/tag-jobs.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRunRateLimit } from '#server/rate-limit/consume-run-rate-limit.server.ts';

interface Asked {
  owner: Owner;
  form: FormData;
  /** Key of this submission; null if the browser gives none. */
  key: string | null;
}

interface Done {
  toast: ToastInput;
  undo: Undo | null;
}

const success = (title: string, message: string): ToastInput => ({ title, message, tone: 'success' });

/** Bulk acts, with the text for a failure without a reason. */
export const bulkActs = {
  pause: { fallback: 'Failed to pause jobs. Please try again.', run: pause },
  resume: { fallback: 'Failed to activate jobs. Please try again.', run: resume },
  delete: { fallback: 'Failed to delete jobs. Please try again.', run: remove },
  run: { fallback: 'Failed to trigger jobs. Please try again.', run },
  tag: { fallback: 'Failed to tag jobs. Please try again.', run: tag },
  untag: { fallback: 'Failed to tag jobs. Please try again.', run: untag },
  restore: { fallback: 'Failed to update job statuses', run: restore },
} satisfies Record<string, { fallback: string; run: (asked: Asked) => Promise<Done> }>;

async function pause({ owner, form }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const { updated, refused, before } = await setJobStatuses({ owner, jobIds, status: 'paused' });
  if (updated === 0 && refused > 0) throw noRoom(owner);
  const toast = success('Jobs Paused', `Successfully paused ${plural(updated, 'job')}`);
  return { toast, undo: undoOf(before) };
}

async function resume({ owner, form }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const { updated, refused, before } = await setJobStatuses({ owner, jobIds, status: 'active' });
  if (updated === 0 && refused > 0) throw noRoom(owner);
  const words = `Successfully activated ${plural(updated, 'job')}`;
  const rest = `. Your plan has no room for ${countOf(refused)}.`;
  return { toast: success('Jobs Activated', refused > 0 ? words + rest : words), undo: undoOf(before) };
}

async function remove({ owner, form }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const { deleted } = await deleteJobs({ owner, jobIds });
  const toast = success('Jobs Deleted', `Successfully deleted ${plural(deleted, 'job')}`);
  return { toast, undo: null };
}

async function run({ owner, form, key }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const first: { done?: Done } = {};
  await oncePerSending({
    owner,
    key,
    content: ['run', jobIds],
    run: async () => {
      first.done = await runOnce({ owner, jobIds });
    },
  });
  return first.done ?? { toast: success('Jobs Triggered', 'The selected jobs were triggered.'), undo: null };
}

async function runOnce({ owner, jobIds }: { owner: Owner; jobIds: number[] }): Promise<Done> {
  const allowed = await consumeRunRateLimit({ owner, jobIds });
  const { started, resting } = await runJobs({ owner, jobIds: allowed });
  if (started === 0) throw new AppError('conflict', { message: 'Resume the jobs to run them.' });
  const limited = jobIds.length - allowed.length;
  const rest = [
    resting > 0 ? ` ${plural(resting, 'job is', 'jobs are')} not active and did not run.` : '',
    limited > 0 ? ` ${plural(limited, 'job', 'jobs')} ran too often within this minute and did not run.` : '',
  ];
  const words = `Successfully triggered ${plural(started, 'job')}.${rest.join('')}`;
  return { toast: success('Jobs Triggered', words), undo: null };
}

async function tag({ owner, form }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const name = readTag(form);
  const { changed, full } = await tagJobs({ owner, jobIds, tag: name });
  const rest = full > 0 ? ` ${plural(full, 'job has', 'jobs have')} 10 tags already.` : '';
  const words = `Tagged ${plural(changed.length, 'job')} with ${name}.${rest}`;
  const undo = { act: 'untag', tag: name, ids: changed.join(',') };
  return {
    toast: success('Jobs Tagged', words),
    undo: changed.length > 0 && changed.length <= mostListed ? undo : null,
  };
}

async function untag({ owner, form }: Asked): Promise<Done> {
  const jobIds = await requireNamedJobs({ form, ownerId: owner.id });
  const name = readTag(form);
  const { changed } = await tagJobs({ owner, jobIds, tag: name, isRemoved: true });
  const toast = success('Tag Removed', `Removed ${name} from ${plural(changed.length, 'job')}.`);
  return { toast, undo: null };
}

/** Gives jobs the status again each of them had. */
async function restore({ owner, form }: Asked): Promise<Done> {
  const asked = jobStatuses.map((status) => ({
    status,
    jobIds: idsOf(form, status),
  }));
  const count = asked.reduce((sum, { jobIds }) => sum + jobIds.length, 0);
  if (count > mostListed) throw tooManyListed(asked.map(({ status }) => status).join(', '));
  let updated = 0;
  for (const { status, jobIds } of asked) {
    if (jobIds.length > 0) updated += (await setJobStatuses({ owner, jobIds, status })).updated;
  }
  const words = `${plural(updated, 'job is', 'jobs are')} as before.`;
  return { toast: success('Status Updated', words), undo: null };
}

function undoOf(before: { jobId: number; status: string }[]): Undo | null {
  // A form lists no more ids: an act on more jobs is undone by a selection of its own.
  if (before.length === 0 || before.length > mostListed) return null;
  const undo: Undo = { act: 'restore' };
  for (const { jobId, status } of before) {
    const known = undo[status];
    undo[status] = known === undefined ? String(jobId) : `${known},${jobId}`;
  }
  return undo;
}

function readTag(form: FormData): string {
  const name = fieldText(form, 'tag').trim();
  const isPlain = characterError({ text: name, kind: 'line' }) === null;
  if (name === '' || name.length > longestTag || name.includes(',') || !isPlain) {
    const message = `A tag has 1 to ${longestTag} characters and no comma or control character.`;
    throw new AppError('validation_error', { message });
  }
  return name;
}

const countOf = (count: number) => plural(count, 'other', 'others');

function noRoom({ tier }: Owner): AppError {
  const limit = jobLimit(tier);
  const message = `Your plan allows ${limit} jobs. Upgrade, or make room by deleting a job.`;
  return new AppError('authorization_error', { message, details: { limit } });
}
