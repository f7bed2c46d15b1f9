import { AppError } from '#domain/errors.ts';
import { expectedError } from '#app/http/expected-error.server.ts';
import { redirectWithToast } from '#app/http/flash-toast.server.ts';
import type { ImportForm } from '#app/http/import-form.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { toImportView, type ImportView } from '#app/presenters/import-plan.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';

export interface ImportAnswer {
  view: ImportView | null;
  /** Why nothing can be read. */
  fault: string | null;
  /** Why nothing was written. */
  problem: string | null;
  /** What was sent, for a page whose script does not keep it; null where one does. */
  sent: Pick<ImportForm, 'text' | 'format' | 'timeZone'> | null;
}

const stale = 'The jobs or the text have changed since the preview. Look at it again, then import.';

/** Previews an import, or carries out the one that was previewed: then the dashboard says what came of it. */
export async function runImport({
  user,
  request,
  given: { digest, isFromForm, ...given },
}: Pick<SignedIn, 'user'> & { request: Request; given: ImportForm }): Promise<ImportAnswer | Response> {
  const owner = ownerOf({ user, request });
  const isKept = request.headers.get('sec-fetch-mode') === 'cors' && !isFromForm;
  const sent = isKept ? null : given;
  const plan = await planImport({ owner, ...given });
  if ('fault' in plan) {
    const { line, message } = plan.fault;
    return { view: null, fault: line === null ? message : `Line ${line}: ${message}`, problem: null, sent };
  }
  const preview = (problem: string | null) => ({ view: toImportView(plan), fault: null, problem, sent });
  if (digest === null) return preview(null);
  if (digest !== plan.digest) return preview(stale);
  try {
    const done = await importJobs({ owner, plan });
    return await redirectWithToast({
      to: '/dashboard',
      toast: { title: 'Jobs Imported', message: wordsOf(done), tone: 'success' },
    });
  } catch (error) {
    const expected = expectedError(error);
    if (expected instanceof AppError && expected.message) return preview(expected.message);
    throw error;
  }
}

function wordsOf({ created, changed, same }: { created: number; changed: number; same: number }): string {
  const parts = [
    created && `${created} new`,
    changed && `${changed} changed`,
    same && `${same} already there`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
