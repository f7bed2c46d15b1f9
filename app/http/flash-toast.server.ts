import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { signedCookie } from '#app/http/signed-cookie.server.ts';
import type { Toast } from '#app/http/toast.ts';

const cookie = () => signedCookie({ name: 'toast', maxAgeSeconds: 60 });
const textLimit = 300;

/** A cookie holds 4 KB. */
const mostWaysInCookie = 12;

const way = z.object({ label: z.string(), to: z.string() });
const flash = z.object({
  id: z.string(),
  title: z.string().optional(),
  message: z.string(),
  way: way.optional(),
  ways: z.array(way).optional(),
  tone: z.enum(['success', 'error']),
});

export type ToastInput = string | Omit<Toast, 'id'>;

/** Of an edit that is saved. */
export const jobUpdated: ToastInput = {
  title: 'Success',
  message: 'Job updated successfully!',
  tone: 'success',
};

/** The way from a toast to the run that it tells of. */
export function viewRun({ jobId, executionId }: { jobId: number; executionId: number }) {
  return { label: 'View Run', to: `/dashboard/jobs/${jobId}/executions/${executionId}` };
}

/** A toast with an id of its own; a text alone is a success. */
export function makeToast(input: ToastInput): Toast {
  const given: Omit<Toast, 'id'> = typeof input === 'string' ? { message: input, tone: 'success' } : input;
  const { title, message, tone, way, ways } = given;
  const texts = {
    message: message.slice(0, textLimit),
    ...(title !== undefined && { title: title.slice(0, textLimit) }),
    ...(way && { way }),
    ...(ways && { ways }),
  };
  return { id: randomUUID(), tone, ...texts };
}

/** Leads to another page, which shows the toast. */
export async function redirectWithToast({
  to,
  toast,
  headers = new Headers(),
}: {
  to: string;
  toast: ToastInput;
  headers?: Headers;
}): Promise<Response> {
  await leaveToast({ toast, headers });
  return redirect(to, { status: 303, headers });
}

/** Leaves a toast for the page that is loaded next. */
export async function leaveToast({
  toast,
  headers = new Headers(),
}: {
  toast: ToastInput;
  headers?: Headers;
}): Promise<Headers> {
  const { ways, ...made } = makeToast(toast);
  const flashed = { ...made, ...(ways && { ways: ways.slice(0, mostWaysInCookie) }) };
  headers.append('Set-Cookie', await cookie().serialize(flashed));
  return headers;
}

/** The toast that the page before left, and the header that takes it away: it is shown once. */
export async function readToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const headers = new Headers();
  const value: unknown = await cookie().parse(request.headers.get('cookie'));
  if (value === null) return { toast: null, headers };
  headers.append('Set-Cookie', await cookie().serialize('', { maxAge: 0 }));
  const parsed = flash.safeParse(value);
  if (!parsed.success) return { toast: null, headers };
  const { title, way, ways, ...rest } = parsed.data;
  const toast = {
    ...rest,
    ...(title !== undefined && { title }),
    ...(way && { way }),
    ...(ways && { ways }),
  };
  return { toast, headers };
}
