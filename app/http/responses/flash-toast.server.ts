import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { signedCookie } from '#app/http/session/signed-cookie.server.ts';
import { tabHeader } from '#app/protocol/tab-header.ts';
import type { Toast, ToastInput } from '#app/protocol/toast.ts';

const cookieOf = (id: string) => signedCookie({ name: `toast-${id}`, maxAgeSeconds: 60 });
const cookieIds = /(?:^|;\s*)(?:__Host-)?toast-([\da-f]{8})=/g;
/** Toasts no page has taken: a request has room for 16 KB of headers. */
const mostUntaken = 3;
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
  /** The page whose script left it; null without a script. */
  tab: z.string().nullable(),
  /** The path it is left for. */
  path: z.string(),
});

/** The toast of a saved edit. */
export const jobUpdated: ToastInput = {
  title: 'Success',
  message: 'Job updated successfully!',
  tone: 'success',
};

/** The link from a toast to its run. */
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
  request,
  to,
  toast,
  headers = new Headers(),
}: {
  request: Request;
  to: string;
  toast: ToastInput;
  headers?: Headers;
}): Promise<Response> {
  await leaveToast({ request, to, toast, headers });
  return redirect(to, { status: 303, headers });
}

/**
 * Leaves a toast for the next page the asking tab loads. Each has a cookie of its own: two tabs neither take nor
 * overwrite the toast of the other.
 * @param to the page that is loaded next
 */
export async function leaveToast({
  request,
  to,
  toast,
  headers = new Headers(),
}: {
  request: Request;
  to: string;
  toast: ToastInput;
  headers?: Headers;
}): Promise<Headers> {
  const { ways, ...made } = makeToast(toast);
  const flashed: z.infer<typeof flash> = {
    ...made,
    ...(ways && { ways: ways.slice(0, mostWaysInCookie) }),
    tab: request.headers.get(tabHeader)?.slice(0, 36) ?? null,
    path: new URL(to, request.url).pathname,
  };
  headers.append('Set-Cookie', await cookieOf(made.id.slice(0, 8)).serialize(flashed));
  return headers;
}

/** The toast left for this page, and the headers that remove it: it is shown once. */
export async function readToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const headers = new Headers();
  let toast: Toast | null = null;
  const cookies = request.headers.get('cookie') ?? '';
  const ids = [...cookies.matchAll(cookieIds)].flatMap(([, id]) => id ?? []);
  for (const [index, id] of ids.entries()) {
    const cookie = cookieOf(id);
    const parsed = flash.safeParse(await cookie.parse(cookies));
    const isMine = parsed.success && isLeftFor({ request, left: parsed.data });
    if (isMine) toast = toToast(parsed.data);
    const isKept = parsed.success && !isMine && index >= ids.length - mostUntaken;
    if (!isKept) headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  }
  return { toast, headers };
}

/** A page a script loads names its tab. A document has no tab yet: it takes what was left for its path. */
function isLeftFor({
  request,
  left: { tab, path },
}: {
  request: Request;
  left: Pick<z.infer<typeof flash>, 'tab' | 'path'>;
}): boolean {
  const asking = request.headers.get(tabHeader);
  return asking === null ? path === new URL(request.url).pathname : tab === asking;
}

function toToast({ id, tone, message, title, way, ways }: z.infer<typeof flash>): Toast {
  return {
    ...{ id, tone, message },
    ...(title !== undefined && { title }),
    ...(way && { way }),
    ...(ways && { ways }),
  };
}
