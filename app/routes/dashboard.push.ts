import { redirect } from '@remix-run/node';
import { pageAction, refuseWithText } from '#app/http/forms/page-action.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { browserSubscription, endpointHash } from '#server/push/browser-subscription.server.ts';
import { recordPushChoice } from '#server/push/record-push-choice.server.ts';
import { removePushSubscription } from '#server/push/remove-push-subscription.server.ts';
import { savePushSubscription } from '#server/push/save-push-subscription.server.ts';

/** A GET redirects to the settings. */
export const loader = () => redirect('/dashboard/settings#push');

/** Turns push messages on or off in a browser, or stops asking about them. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['act', 'endpoint', 'p256dh', 'auth'] },
  refuse: refuseWithText,
  run: async ({ user, session, request, form }) => {
    const { act, ...given } = Object.fromEntries(form);
    const facts = requestFacts(request);
    if (act === 'not-now') await recordPushChoice({ userId: user.id });
    else if (act === 'off' && typeof given['endpoint'] === 'string') {
      const endpoint = { endpointHash: endpointHash(given['endpoint']) };
      await removePushSubscription({ userId: user.id, browser: endpoint, request: facts });
    } else {
      const parsed = browserSubscription.safeParse(given);
      if (act !== 'on' || !parsed.success)
        throw new AppError('validation_error', { message: 'This browser gave no address to push to.' });
      await savePushSubscription({ user, session, subscription: parsed.data, request: facts });
    }
    return Response.json({});
  },
});
