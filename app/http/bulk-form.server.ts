import { listAddress, readJobListQuery } from '#app/components/job/list-query.ts';
import { AppError } from '#domain/errors.ts';
import { matchingJobs } from '#server/jobs/matching-jobs.server.ts';

const mostIds = 10_000;
/** More jobs than an account has; what is beyond stays as it is. */
const mostMatching = 100_000;

interface Given {
  form: FormData;
  ownerId: number;
}

/**
 * The jobs that a form of the list names: rows that are ticked, a list of ids, all rows that were shown, or all that
 * the list's query matches.
 */
export async function namedJobs({ form, ownerId }: Given): Promise<number[]> {
  if (form.get('matching') !== 'yes') return [...new Set(namedIds(form))];
  return matchingIds({ query: textOf(form, 'query'), ownerId });
}

/** @throws AppError validation_error: the form names no job */
export async function requireNamedJobs(given: Given): Promise<number[]> {
  const ids = await namedJobs(given);
  if (ids.length > 0) return ids;
  throw new AppError('validation_error', { message: 'No job is selected. Select one in the list first.' });
}

/** All jobs that the address of a list asks for, on whichever page. */
export async function matchingIds({
  query,
  ownerId,
}: {
  query: string | URLSearchParams;
  ownerId: number;
}): Promise<number[]> {
  return (await matchingJobs({ ownerId, query: readJobListQuery(query), take: mostMatching })).ids;
}

/** The download of the jobs that a form of the list names; all that match are named by the query, however many. */
export function exportAddress(form: FormData): string {
  const path = '/dashboard/export.json';
  if (form.get('matching') !== 'yes') return `${path}?ids=${[...new Set(namedIds(form))].join(',')}`;
  const params = new URLSearchParams(listAddress(readJobListQuery(textOf(form, 'query'))));
  params.set('matching', 'yes');
  return `${path}?${params.toString()}`;
}

function namedIds(form: FormData): number[] {
  const ticked = form.getAll('job_ids').map(String);
  const listed = textOf(form, 'ids').split(',');
  const shown = form.get('all_shown') === 'yes' ? textOf(form, 'shown').split(',') : [];
  return [...ticked, ...listed, ...shown]
    .filter((id) => /^\d{1,9}$/.test(id))
    .slice(0, mostIds)
    .map(Number);
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Ids that a field lists with commas between. */
export function idsOf(form: FormData, name: string): number[] {
  return textOf(form, name)
    .split(',')
    .filter((id) => /^\d{1,9}$/.test(id))
    .map(Number);
}
