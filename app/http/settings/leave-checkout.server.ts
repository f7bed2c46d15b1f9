import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { paidTiers } from '#domain/plan.ts';
import { awaitPlan } from '#server/billing/checkout/await-plan.server.ts';

const updated = 'Subscription Updated';
const onItsWay: ToastInput = {
  title: updated,
  message: 'Your plan follows as soon as the payment provider has confirmed it.',
  tone: 'success',
};

/**
 * After a checkout the address says how it ended (specification section 2): a toast says so, and the address is
 * cleaned. It grants nothing: the plan follows the payment provider's own word, which is given a moment to come.
 * @returns the way to the clean address; null where no checkout was left
 */
export async function leaveCheckout({
  userId,
  request,
}: {
  userId: number;
  request: Request;
}): Promise<Response | null> {
  const url = new URL(request.url);
  const isTrue = (name: string) => url.searchParams.get(name) === 'true';
  if (!isTrue('success') && !isTrue('canceled')) return null;
  const toast = isTrue('success') ? await success(userId) : 'Checkout Canceled';
  url.searchParams.delete('success');
  url.searchParams.delete('canceled');
  return redirectWithToast({ request, to: url.pathname + url.search, toast });
}

async function success(userId: number): Promise<ToastInput> {
  return (await awaitPlan({ userId, tiers: paidTiers })) ? updated : onItsWay;
}
