import { type FormFields, mostListed, tooManyListed } from '#app/http/forms/read-form.server.ts';
import { listAddress, readJobListQuery } from '#app/query/list-query.ts';
import { AppError } from '#domain/errors.ts';
import { jobStatuses } from '#domain/job/choices.ts';
import { matchingJobs } from '#server/jobs/reads/matching-jobs.server.ts';

/** Every field of the forms that do one thing to many jobs. */
export const bulkFields: FormFields = {
  names: [
    ...['act', 'confirm', 'tag', 'redirectTo'],
    ...['ids', 'all_shown', 'shown', 'matching', 'query'],
    ...jobStatuses,
  ],
  lists: ['job_ids'],
};

/** More jobs than an account has; ids beyond this are ignored. */
const mostMatching = 100_000;

interface Given {
  form: FormData;
  ownerId: number;
}

/** Jobs of a list form: ticked rows, a list of ids, all shown rows, or all matches of the list's query. */
export async function namedJobs({ form, ownerId }: Given): Promise<number[]> {
  if (form.get('matching') !== 'yes') return namedIds(form);
  return matchingIds({ query: fieldText(form, 'query'), ownerId });
}

/** The fields by which a question names the jobs again: the list's query where they are more than a form lists. */
export function namedAgain({
  form,
  ids,
}: {
  form: FormData;
  ids: readonly number[];
}): Record<string, string> {
  if (ids.length <= mostListed) return { ids: ids.join(',') };
  return { matching: 'yes', query: fieldText(form, 'query') };
}

/** @throws AppError validation_error: the form names no job */
export async function requireNamedJobs(given: Given): Promise<number[]> {
  const ids = await namedJobs(given);
  if (ids.length > 0) return ids;
  throw new AppError('validation_error', { message: 'No job is selected. Select one in the list first.' });
}

/** All matches of a list's address, on any page. */
export async function matchingIds({
  query,
  ownerId,
}: {
  query: string | URLSearchParams;
  ownerId: number;
}): Promise<number[]> {
  return (await matchingJobs({ ownerId, query: readJobListQuery(query), take: mostMatching })).ids;
}

/** The download of the jobs a form of the list names; all that match are named by the query, however many. */
export function exportAddress(form: FormData): string {
  const path = '/dashboard/export.json';
  if (form.get('matching') !== 'yes') return `${path}?ids=${namedIds(form).join(',')}`;
  const params = new URLSearchParams(listAddress(readJobListQuery(fieldText(form, 'query'))));
  params.set('matching', 'yes');
  return `${path}?${params.toString()}`;
}

function namedIds(form: FormData): number[] {
  const ticked = readIds({ texts: form.getAll('job_ids').map(String), field: 'job_ids' });
  const shown = form.get('all_shown') === 'yes' ? idsOf(form, 'shown') : [];
  const ids = [...new Set([...ticked, ...idsOf(form, 'ids'), ...shown])];
  if (ids.length > mostListed) throw tooManyListed('ids');
  return ids;
}

export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * Ids a field lists with commas between.
 * @throws AppError validation_error: more than 1,000 (D41a)
 */
export function idsOf(form: FormData, name: string): number[] {
  return readIds({ texts: fieldText(form, name).split(','), field: name });
}

/** Texts that are no ids are passed over. */
function readIds({ texts, field }: { texts: readonly string[]; field: string }): number[] {
  if (texts.length > mostListed) throw tooManyListed(field);
  return texts.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
}
