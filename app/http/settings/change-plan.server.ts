import { redirect } from '@remix-run/node';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { saveChoice, withChoice } from '#app/http/settings/kept-jobs.server.ts';
import { paidTierOf, takeActor } from '#app/http/settings/subscription-acts.server.ts';
import { AppError } from '#domain/errors.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { changePlan, type PlanChange, previewPlanChange } from '#server/billing/change-plan.server.ts';
import { awaitPlan } from '#server/billing/checkout/await-plan.server.ts';

const settings = '/dashboard/settings#subscription';
const fallback = 'Failed to change plan. Please try again.';

/** Price of the change in the address now; without a valid change, redirects back with a toast. */
export async function previewOrLeave({
  user,
  request,
}: Pick<SignedInAccount, 'user'> & { request: Request }): Promise<PlanChange> {
  const tier = paidTierOf(new URL(request.url).searchParams.get('tier'));
  if (!tier) throw redirect(settings);
  const found: { change: PlanChange | null } = { change: null };
  const { toast } = await toToastResult({
    request,
    fallback,
    run: async () => {
      await takeActor({ user, request });
      found.change = await previewPlanChange({ userId: user.id, tier });
      return '';
    },
  });
  if (!found.change) throw await redirectWithToast({ request, to: settings, toast });
  return found.change;
}

const unchosen = { choice: null, refused: null };

/** Changes the plan at the shown price; an outdated price is shown again. */
export const changePlanAction = pageAction({
  guard: requireUser,
  fields: { names: ['tier', 'at', 'choice'], lists: ['keep'] },
  run: async ({ user, request, form }) => {
    const tier = paidTierOf(form.get('tier'));
    if (!tier) return redirect(settings, { status: 303 });
    const isChosen = form.get('choice') === 'yes';
    const { choice, refused } = isChosen ? await saveChoice({ user, form, tier }) : unchosen;
    if (refused) return refused;
    const at = new Date(Number(form.get('at') || NaN));
    const seen = { isOld: false };
    const { toast } = await toToastResult({
      request,
      fallback,
      run: async () => {
        try {
          await withChoice({
            choice,
            act: async () =>
              changePlan({ userId: user.id, tier, at, actor: await takeActor({ user, request }) }),
          });
        } catch (error) {
          seen.isOld = error instanceof AppError && error.type === 'validation_error';
          throw error;
        }
        await awaitPlan({ userId: user.id, tiers: [tier] });
        return 'Subscription Updated';
      },
    });
    const again = `/dashboard/settings/change-plan?tier=${tier}`;
    return redirectWithToast({ request, to: seen.isOld ? again : settings, toast });
  },
});
