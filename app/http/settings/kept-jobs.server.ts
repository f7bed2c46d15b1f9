import { data, redirect } from '@remix-run/node';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { subscriptionActs } from '#app/http/settings/subscription-acts.server.ts';
import { toSubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { parseId } from '#domain/ids.ts';
import { jobLimit, plans, type Tier } from '#domain/plan.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { planEndJobs } from '#server/billing/plan-end-jobs.server.ts';
import { type SavedChoice, saveKeptJobs, takeBackKeptJobs } from '#server/billing/save-kept-jobs.server.ts';
import { now as clock } from '#server/clock.server.ts';

const settings = '/dashboard/settings#subscription';

/** Ways to end a plan with a choice of the jobs to keep active. */
const endActs = ['cancel-subscription', 'refund'] as const;
type EndAct = (typeof endActs)[number];

/** The act a form or an address names; undefined for any other text. */
export const endActOf = (text: unknown): EndAct | undefined => endActs.find((act) => act === text);

/** The page where a plan is ended. */
export const endPage = (act: EndAct): string => `/dashboard/settings/kept-jobs?act=${act}`;

/** The jobs to choose from; leads back to the settings where the plan does not end, or not in this way. */
export async function keptJobsOrLeave({
  user,
  request,
}: Pick<SignedInAccount, 'user'> & { request: Request }) {
  const act = endActOf(new URL(request.url).searchParams.get('act')) ?? null;
  const now = clock();
  const [current, { active, above, jobs }] = await Promise.all([
    currentSubscription({ userId: user.id, now }),
    planEndJobs({ userId: user.id, tier: 'free' }),
  ]);
  const { state, canCancel, refundableUntil } = toSubscriptionView({ current, now });
  const isOpen = {
    'cancel-subscription': canCancel,
    refund: refundableUntil !== null,
    none: above > 0 && (state === 'canceled' || state === 'past_due'),
  }[act ?? 'none'];
  if (!isOpen) throw redirect(settings);
  return { act, active, above, jobs, limit: jobLimit('free'), planName: plans.free.name };
}

/** Saves the choice, and ends the plan where the form says so. */
export const keptJobsAction = pageAction({
  guard: requireUser,
  fields: { names: ['act'], lists: ['keep'] },
  run: async ({ user, session, request, form }) => {
    const { choice, refused } = await saveChoice({ user, form, tier: 'free' });
    if (refused) return refused;
    const act = endActOf(form.get('act'));
    const { fallback, run } = act ? subscriptionActs[act] : choiceOnly;
    const { toast } = await toToastResult({
      request,
      fallback,
      run: () => withChoice({ choice, act: async () => run({ user, session, request, form }) }),
    });
    return redirectWithToast({ request, to: settings, toast });
  },
});

const choiceOnly = {
  fallback: 'Failed to save the choice. Please try again.',
  run: () => Promise.resolve('Choice Saved'),
};

/**
 * Saves the ticked jobs of a form.
 * @returns `refused`: the error if there are too many, with the ticked jobs
 */
export async function saveChoice({
  user,
  form,
  tier,
}: Pick<SignedInAccount, 'user'> & { form: FormData; tier: Tier }) {
  const jobIds = form.getAll('keep').flatMap((id) => (typeof id === 'string' && parseId(id)) || []);
  try {
    return { choice: await saveKeptJobs({ userId: user.id, tier, jobIds }), refused: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'validation_error') throw error;
    return { choice: null, refused: data({ error: error.message, jobIds }, { status: 400 }) };
  }
}

/**
 * A downgrade with its choice of jobs. If it is refused, the previous choice applies again. If its result at the
 * payment provider is unknown, the choice stays: the plan may still change.
 */
export async function withChoice<Done>({
  choice,
  act,
}: {
  choice: SavedChoice | null;
  act: () => Promise<Done>;
}): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    const isRefused = error instanceof AppError && errorCatalogue[error.type].status < 500;
    if (choice && isRefused) await takeBackKeptJobs(choice);
    throw error;
  }
}
