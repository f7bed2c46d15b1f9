import { mostJobs, tooMany } from './too-much.server.ts';
import type { DocumentJob, JobDocument } from './types.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The jobs of a read document: a list, one under `jobs` as exports have it, one under `data` as the API responds,
 * or one job alone. Their number is judged before anything is made of them.
 * @param linesOf gives the lines by path, "jobs/0/headers"; called only for a list that is short enough
 */
export function documentOf({
  value,
  linesOf,
}: {
  value: unknown;
  linesOf: () => ReadonlyMap<string, number>;
}): JobDocument {
  const found = listOf(value);
  if (!found) return { error: { line: 1, message: 'Write a list of jobs, or an object with jobs.' } };
  const { length } = found.list;
  if (length > mostJobs)
    return { error: { line: null, message: tooMany({ count: length, of: 'jobs', most: mostJobs }) } };
  const lines = linesOf();
  const jobs: DocumentJob[] = [];
  for (const [index, item] of found.list.entries()) {
    const path = found.isAlone ? [] : [...found.path, index];
    const line = lines.get(path.join('/')) ?? 1;
    if (!isObject(item)) return { error: { line, message: `Job ${index + 1} is no object of fields.` } };
    const lineOf = Object.fromEntries(
      Object.keys(item).map((name) => [name, lines.get([...path, name].join('/')) ?? line]),
    );
    jobs.push({ value: item, line, lineOf, hints: [] });
  }
  return { jobs, leftOut: [] };
}

interface JobList {
  list: unknown[];
  path: string[];
  isAlone?: boolean;
}

function listOf(value: unknown): JobList | null {
  if (Array.isArray(value)) return { list: value, path: [] };
  if (!isObject(value)) return null;
  for (const name of ['jobs', 'data']) {
    const under = value[name];
    if (Array.isArray(under)) return { list: under, path: [name] };
  }
  return 'name' in value || 'webhook_url' in value ? { list: [value], path: [], isAlone: true } : null;
}
