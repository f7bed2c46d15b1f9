import { data, type HeadersFunction } from '@remix-run/node';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { makeToast, redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import type { AppError } from '#domain/errors.ts';

/** Fields of an undo form. */
export type Undo = Record<string, string>;

/** Passes Retry-After on, for a route's own `headers`. */
export const retryHeaders: HeadersFunction = ({ actionHeaders }) => {
  const wait = actionHeaders.get('Retry-After');
  return wait === null ? new Headers() : { 'Retry-After': wait };
};

/** Result, and its undo. */
export interface ToastResult {
  toast: ToastInput;
  undo: Undo | null;
}

/**
 * The response to a button that stays on its page: a toast for its script; without a script, the page comes back with
 * the toast.
 * @param to page for a browser without a script
 * @param waitSeconds after a rate limit
 * @param status for a script, unless a rate limit refused
 */
export async function respondWithToast({
  request,
  to,
  toast,
  undo = null,
  waitSeconds = null,
  status = 200,
}: {
  request: Request;
  to: string;
  toast: ToastInput;
  undo?: Undo | null;
  waitSeconds?: number | null;
  status?: number;
}) {
  if (isPageRequest(request)) return redirectWithToast({ request, to, toast });
  const refused = waitSeconds !== null && { status: 429, headers: { 'Retry-After': String(waitSeconds) } };
  return data({ toast: makeToast(toast), undo }, refused || { status });
}

/**
 * Runs a use case behind such a button. A refusal shows its own text, a server error that of the screen.
 * @param fallback "Failed to trigger job. Please try again."; if omitted, a server error shows its own text
 */
export async function runWithToast({
  request,
  to,
  fallback,
  run,
}: {
  request: Request;
  to: string;
  fallback?: string | undefined;
  run: () => Promise<ToastInput | ToastResult>;
}) {
  const { toast, undo, waitSeconds } = await toToastResult({ request, fallback, run });
  return respondWithToast({ request, to, toast, undo, waitSeconds });
}

/** Result of a use case, in words. */
export async function toToastResult({
  request,
  fallback,
  run,
}: {
  request: Request;
  fallback?: string | undefined;
  run: () => Promise<ToastInput | ToastResult>;
}): Promise<ToastResult & { isDone: boolean; waitSeconds: number | null }> {
  try {
    const shown = await run();
    const words = typeof shown === 'object' && 'toast' in shown ? shown : { toast: shown, undo: null };
    return { ...words, isDone: true, waitSeconds: null };
  } catch (error) {
    const expected = expectedError(error);
    if (!expected) logDefect({ error, request });
    const waitSeconds = expected?.type === 'rate_limit' ? Number(expected.details?.['retry_after']) : null;
    return { toast: errorToast({ error: expected, fallback }), undo: null, isDone: false, waitSeconds };
  }
}

function errorToast({
  error,
  fallback,
}: {
  error: AppError | null;
  fallback?: string | undefined;
}): ToastInput {
  // A full plan leads to the upgrade.
  const isFull = error?.type === 'authorization_error' && typeof error.details?.['limit'] === 'number';
  return { ...toScreenToast({ error, screen: fallback }), tone: 'error', ...(isFull && { way: toPlans }) };
}

const toPlans = { label: 'See Plans', to: '/dashboard/settings#subscription' };

/** Reports if the browser shows the response as a page: no script requested it. */
export function isPageRequest(request: Request): boolean {
  return request.headers.get('sec-fetch-mode') === 'navigate' || isPlainForm(request);
}

/** An old browser without fetch metadata requests a page by its Accept header. */
function isPlainForm(request: Request): boolean {
  return (
    !request.headers.has('sec-fetch-mode') && (request.headers.get('accept') ?? '').includes('text/html')
  );
}
