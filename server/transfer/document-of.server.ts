import type { DocumentJob, JobDocument } from './types.ts';

type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The jobs of a read document: a list, one under `jobs` as exports have it, one under `data` as the API answers,
 * or one job alone.
 */
export function documentOf({
  value,
  lineAt,
}: {
  value: unknown;
  lineAt: (path: Path) => number | undefined;
}): JobDocument {
  const found = listOf(value);
  if (!found) return { fault: { line: 1, message: 'Write a list of jobs, or an object with jobs.' } };
  const jobs: DocumentJob[] = [];
  for (const [index, item] of found.list.entries()) {
    const path = found.isAlone ? [] : [...found.path, index];
    const line = lineAt(path) ?? 1;
    if (!isObject(item)) return { fault: { line, message: `Job ${index + 1} is no object of fields.` } };
    const lineOf: Record<string, number> = {};
    for (const name of Object.keys(item)) lineOf[name] = lineAt([...path, name]) ?? line;
    jobs.push({ value: item, line, lineOf, notes: [] });
  }
  return { jobs, leftOut: [] };
}

function listOf(value: unknown): { list: unknown[]; path: Path; isAlone?: boolean } | null {
  if (Array.isArray(value)) return { list: value, path: [] };
  if (!isObject(value)) return null;
  for (const name of ['jobs', 'data']) {
    const under = value[name];
    if (Array.isArray(under)) return { list: under, path: [name] };
  }
  return 'name' in value || 'webhook_url' in value ? { list: [value], path: [], isAlone: true } : null;
}
