import { redirectWithToast, type ToastInput } from '#app/http/flash-toast.server.ts';

const returns: Record<'success' | 'canceled', ToastInput> = {
  success: 'Subscription Updated',
  canceled: 'Checkout Canceled',
};

/**
 * After a checkout the address says how it ended (specification section 2): a toast says so, and the address is
 * cleaned. It grants nothing: the plan follows the payment provider's own word.
 * @returns the way to the clean address; null where no checkout was left
 */
export async function leaveCheckout(request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  for (const name of ['success', 'canceled'] as const) {
    if (url.searchParams.get(name) !== 'true') continue;
    url.searchParams.delete('success');
    url.searchParams.delete('canceled');
    return redirectWithToast({ to: url.pathname + url.search, toast: returns[name] });
  }
  return null;
}
