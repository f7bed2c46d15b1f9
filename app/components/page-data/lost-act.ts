import { isRouteErrorResponse } from '@remix-run/react';
import { actFailure } from './failure-words.ts';
import { LostResponse } from './lost-response.ts';
import { utf8Bytes } from './page-fetch.ts';
import { reportLostAct, showNotice } from './page-notices.ts';
import { addressOf, isPageSendingTo, sendingTo, type PageRouter } from './router.ts';
import type { createStaying } from './stay.ts';

/** Replaces the result of an action; forms and buttons handle it like a rejection by the server. */
interface LostResult {
  toast: ReturnType<typeof actFailure> & { id: string };
  result: { status: 'error'; error: Record<string, string[]> } | null;
  undo: null;
  isLost: true;
}

/** Reports whether a body exceeded our limit or a gateway's. */
export function isTooLarge(error: unknown): boolean {
  return (error instanceof LostResponse || isRouteErrorResponse(error)) && error.status === 413;
}

/**
 * Result for the router after a lost response to a form. A form of the page stays unchanged, with its
 * previous result; a button gets the toast as its result.
 */
export function afterLostAct({
  router,
  staying,
  routeId,
  url,
  error,
}: {
  router: PageRouter;
  staying: ReturnType<typeof createStaying>;
  routeId: string;
  url: URL;
  error: unknown;
}): unknown {
  const { navigation, location: shown, actionData } = router.state;
  const isPage = isPageSendingTo({ router, url });
  const sent = (isPage ? navigation.formData : sendingTo({ router, url })[0]?.formData) ?? new FormData();
  reportLostAct({ action: addressOf(url) });
  if (isTooLarge(error)) {
    const refused = tooLarge({ sent, url });
    if (!isPage) return refused;
    showNotice(refused.toast);
    return addressOf(url) === addressOf(shown) ? { ...refused, toast: null } : staying.leave();
  }
  const toast = actFailure({ url, sent });
  if (!isPage)
    return {
      toast: { ...toast, id: crypto.randomUUID() },
      result: null,
      undo: null,
      isLost: true,
    } satisfies LostResult;
  showNotice(toast);
  return addressOf(url) === addressOf(shown) ? (actionData?.[routeId] ?? null) : staying.leave();
}

/** Error at the largest field of a form; the import page has one place for it. */
function tooLarge({ sent, url }: { sent: FormData; url: URL }) {
  const [name, bytes] = largestField(sent);
  const limit = url.pathname === '/dashboard/import' ? '10 MiB' : '1 MiB';
  const size = `${bytes.toLocaleString('en-US')} bytes`;
  const message = `This field has ${size}. A form can carry ${limit} in all: shorten it. Nothing was saved.`;
  const toast = `A form can carry ${limit} in all. Nothing was saved.`;
  return {
    toast: { id: crypto.randomUUID(), title: 'Too Large', message: toast, tone: 'error' as const },
    result: { status: 'error', error: { [name === 'headerValue' ? 'headers' : name]: [message] } },
    undo: null,
    isLost: true,
    error: message,
  } satisfies LostResult & { error: string };
}

function largestField(sent: FormData): [name: string, bytes: number] {
  const sizes = [...sent].map(([name, value]): [string, number] => [
    name,
    typeof value === 'string' ? utf8Bytes(value) : value.size,
  ]);
  return sizes.reduce((largest, one) => (one[1] > largest[1] ? one : largest), ['', 0]);
}
