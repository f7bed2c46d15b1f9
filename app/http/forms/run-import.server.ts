import type { SentImportForm } from '#app/http/forms/import-form.server.ts';
import { isFromScript } from '#app/http/forms/refused-form.server.ts';
import { newJobZone } from '#app/http/forms/new-job-zone.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { toImportView, type ImportView } from '#app/presenters/job/import-plan.ts';
import { AppError } from '#domain/errors.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { selectJobs } from '#server/transfer/select-jobs.server.ts';

export interface ImportResult {
  view: ImportView | null;
  /** Why nothing can be read. */
  error: string | null;
  /** Why the zone of a crontab is none. */
  zoneError?: string;
  /** Too many imports, of the account or in all: the text may be sent again later. */
  isLimited?: boolean;
  /** Why nothing was written. */
  problem: string | null;
  /** The sent text, for a page without a script to keep it; null with one. */
  sent: Pick<SentImportForm, 'text' | 'format' | 'timeZone'> | null;
}

export const importStatusOf = ({ error, zoneError, isLimited }: ImportResult) =>
  isLimited ? 429 : (error ?? zoneError) ? 400 : 200;

/**
 * The page after a refusal that came before the text was read: a script keeps the text, a page without one gets it back
 * where it is short enough to be read all the same.
 */
export function refusedImport({
  error,
  request,
  sent,
}: {
  error: AppError;
  request: Request;
  sent: SentImportForm | null;
}): ImportResult {
  const isKept = isFromScript(request) || sent !== null;
  const problem = isKept ? error.message : `${error.message} Your text was not read: go back to it.`;
  return { view: null, error: problem, isLimited: true, problem: null, sent };
}

const stale = 'The jobs or the text have changed since the preview. Check it again, then import.';

const overRoom = (jobs: number) =>
  `Your plan has no room for ${jobs} of the selected jobs. Deselect ${jobs}, delete jobs, or upgrade.`;
const nothing = 'No jobs are selected. Tick the ones to import.';
/** Limit of omitted jobs: the preview has named them all. */
const mostNamed = 5;
const longestNamed = 40;

/** Previews an import, or carries out a previewed one: then the dashboard shows the result. */
export async function runImport({
  user,
  request,
  given: { digest, isFromForm, error, zoneError, choices, isGoodOnly, ...given },
}: Pick<SignedInAccount, 'user'> & { request: Request; given: SentImportForm }): Promise<
  ImportResult | Response
> {
  const owner = ownerOf({ user, request });
  const isKept = isFromScript(request) && !isFromForm;
  const sent = isKept ? null : given;
  if (error !== null) return { view: null, error, problem: null, sent };
  if (zoneError !== null) return { view: null, error, zoneError, problem: null, sent };
  let plan: Awaited<ReturnType<typeof planImport>>;
  try {
    const timeZone = given.timeZone ?? (await newJobZone({ request, user }));
    plan = await planImport({ owner, ...given, timeZone, ...(choices && { choices }) });
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'rate_limit') throw error;
    return { view: null, error: error.message, isLimited: true, problem: null, sent };
  }
  if ('error' in plan) {
    const { line, message } = plan.error;
    return { view: null, error: line === null ? message : `Line ${line}: ${message}`, problem: null, sent };
  }
  const preview = (problem: string | null) => ({
    view: toImportView(plan, choices ?? undefined),
    error: null,
    problem,
    sent,
  });
  if (digest === null || choices === null) return preview(null);
  if (digest !== plan.digest) return preview(stale);
  const selected = selectJobs({ plan, taken: choices.taken, isGoodOnly });
  if (!selected.plan.jobs.some(({ outcome }) => outcome !== 'same')) return preview(nothing);
  const over = selected.plan.jobs.filter(({ noRoom }) => noRoom).length;
  if (over > 0) return preview(overRoom(over));
  try {
    const done = await importJobs({ owner, plan: selected.plan });
    const message = [wordsOf(done), ...leftOutWords(selected.leftOut)].join(' ');
    return await redirectWithToast({
      request,
      to: '/dashboard',
      toast: { title: 'Jobs Imported', message, tone: 'success' },
    });
  } catch (error) {
    const expected = expectedError(error);
    if (expected instanceof AppError && expected.message) return preview(expected.message);
    throw error;
  }
}

function leftOutWords(names: string[]): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, mostNamed).map((name) => name.slice(0, longestNamed));
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return [`Left out: ${named.join(', ')}${more}.`];
}

function wordsOf({ created, changed, same }: { created: number; changed: number; same: number }): string {
  const parts = [
    created && `${created} new`,
    changed && `${changed} changed`,
    same && `${same} already there`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
