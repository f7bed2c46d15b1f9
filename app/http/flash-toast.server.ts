import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { signedCookie } from '#app/http/signed-cookie.server.ts';
import type { Toast } from '#app/http/toast.ts';

const cookie = () => signedCookie({ name: 'toast', maxAgeSeconds: 60 });
const textLimit = 300;

const flash = z.object({
  id: z.string(),
  title: z.string().optional(),
  message: z.string(),
  way: z.object({ label: z.string(), to: z.string() }).optional(),
  tone: z.enum(['success', 'error']),
});

export type ToastInput = string | Omit<Toast, 'id'>;

/** Of an edit that is saved. */
export const jobUpdated: ToastInput = {
  title: 'Success',
  message: 'Job updated successfully!',
  tone: 'success',
};

/** A toast with an id of its own; a text alone is a success. */
export function makeToast(input: ToastInput): Toast {
  const given: Omit<Toast, 'id'> = typeof input === 'string' ? { message: input, tone: 'success' } : input;
  const { title, message, tone, way } = given;
  const texts = {
    message: message.slice(0, textLimit),
    ...(title !== undefined && { title: title.slice(0, textLimit) }),
    ...(way && { way }),
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
  headers.append('Set-Cookie', await cookie().serialize(makeToast(toast)));
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
  const { title, way, ...rest } = parsed.data;
  return { toast: { ...rest, ...(title !== undefined && { title }), ...(way && { way }) }, headers };
}
