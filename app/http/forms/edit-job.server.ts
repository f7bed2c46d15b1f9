import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import { sentChanges } from '#app/http/forms/sent-changes.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobUpdated, redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import {
  choosableFields,
  fieldLabel,
  fillInTheirs,
  toConflictView,
} from '#app/presenters/job-form/edit-conflict.server.ts';
import { newJobForm } from '#app/presenters/job-form/job-form.ts';
import { keepControl, openedField, versionField } from '#app/presenters/job-form/read-job-form.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { parseId } from '#domain/ids.ts';
import type { JobInput } from '#domain/job/job.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { jobAtVersion, saveEdit } from '#server/jobs/save-edit.server.ts';
import type { Owner } from '#server/jobs/types.ts';

type Asked = ActionFunctionArgs & SignedInAccount;

/** The version a form was opened with; null in one that does not say. */
export const sentVersion = (sent: Record<string, unknown>): number | null => idIn(sent[versionField]);

const idIn = (text: unknown) => (typeof text === 'string' ? parseId(text) : null);

/**
 * The job as its form was opened with it, before a conflict based the form on a newer version: a mask may stand for a
 * value that only this one has. Null where it is not kept, or the form does not say.
 * @throws AppError not_found: the job is not the owner's
 */
export async function openedJob({
  owner,
  jobId,
  sent,
}: {
  owner: Owner;
  jobId: number;
  sent: Record<string, unknown>;
}): Promise<JobInput | null> {
  const version = sentVersion(sent);
  const opened = idIn(sent[openedField]) ?? version;
  if (opened === null || version === null || opened > version) return null;
  await getJob({ owner, jobId });
  return jobAtVersion({ jobId, version: opened });
}

/**
 * Saves the edit form: a redirect to the job, or the form again where somebody else has changed the same fields.
 * @throws AppError as saveEdit
 */
export async function saveJobForm({
  user,
  request,
  params,
  input,
  sent,
}: Asked & { input: JobInput; sent: Record<string, unknown> }) {
  const jobId = jobIdOf(params.id);
  const owner = ownerOf({ user, request });
  const opened = await openedJob({ owner, jobId, sent });
  const saved = await saveEdit({
    owner,
    jobId,
    version: sentVersion(sent),
    edit: (seen) => sentChanges({ input, saved: seen, opened }),
  });
  if (saved.kind === 'saved')
    return redirectWithToast({ request, to: `/dashboard/jobs/${jobId}`, toast: savedToast(saved.taken) });
  const conflict = toConflictView({ ...saved, typed: { ...emptyForm, ...textsOf(sent) } });
  const typedAt = { [openedField]: textsOf(sent)[openedField] ?? textsOf(sent)[versionField] ?? '' };
  const values = { ...conflict.values, ...typedAt, [versionField]: String(conflict.version) };
  const result: JobFormResult = {
    ...{ result: { initialValue: values }, toast: null, preview: null },
    conflict: { ...conflict, values },
  };
  return data(result, { status: 409 });
}

/** An emptied field, or a box that was not ticked, is not sent. */
const emptyForm = Object.fromEntries(Object.keys(newJobForm).map((name) => [name, '']));

function textsOf(sent: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

function savedToast(taken: readonly (keyof JobInput)[]): ToastInput {
  if (taken.length === 0 || typeof jobUpdated === 'string') return jobUpdated;
  const labels = new Intl.ListFormat('en', { type: 'conjunction' }).format(taken.map(fieldLabel));
  const message = `${jobUpdated.message} ${labels} changed elsewhere while you were editing; those changes were kept.`;
  return { ...jobUpdated, message };
}

/**
 * Fills in, for a page without JavaScript, the other one's value of each field that was chosen so.
 * @returns the form as it would have been typed
 */
export async function takeTheirs({
  user,
  request,
  params,
  form,
}: Asked & { form: FormData }): Promise<FormData> {
  const chosen = choosableFields.filter((field) => form.get(keepControl(field)) === 'theirs');
  const version = sentVersion(Object.fromEntries(form));
  if (chosen.length === 0 || version === null) return form;
  const { job } = await getJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) });
  const theirs = await jobAtVersion({ jobId: job.id, version });
  if (theirs === null) return form;
  fillInTheirs({ form, fields: chosen, theirs });
  return form;
}
