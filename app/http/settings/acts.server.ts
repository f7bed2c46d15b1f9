import { redirect } from '@remix-run/node';
import type { SettingsAct } from '#app/content/settings-questions.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { clearedSessionCookie } from '#app/http/session/session-cookie.server.ts';
import type { Act } from '#app/http/settings/act.ts';
import { eventSubscriptionActs } from '#app/http/settings/event-subscription-acts.server.ts';
import { idIn } from '#app/http/settings/id-in.server.ts';
import { subscriptionActs } from '#app/http/settings/subscription-acts.server.ts';
import { markSignedOut } from '#app/http/sign-in/signed-out.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { endAllSessions } from '#server/accounts/sessions/end-all-sessions.server.ts';
import { revokeSession } from '#server/accounts/sessions/revoke-session.server.ts';
import { regenerateApiKey } from '#server/api-keys/regenerate-api-key.server.ts';
import { revokeApiKey } from '#server/api-keys/revoke-api-key.server.ts';
import { removePushSubscription } from '#server/push/remove-push-subscription.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { deleteSecret } from '#server/secrets/delete-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { removeSigningSecret } from '#server/signing/remove-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';

/** The buttons of the settings page that send no text: each one use case and its words. */
export const settingsActs: Record<SettingsAct, Act> = {
  'regenerate-key': {
    fallback: 'Failed to regenerate API key. Please try again.',
    anchor: 'api-keys',
    run: async ({ user, request }) => {
      const facts = requestFacts(request);
      const path = new URL(request.url).pathname;
      await consumeRateLimit({
        limit: 'key_regenerate',
        key: user.id,
        actorId: user.id,
        path,
        request: facts,
      });
      await regenerateApiKey({ userId: user.id, request: facts });
      return 'API Key Regenerated';
    },
  },
  'revoke-key': {
    fallback: 'Failed to revoke the API key. Please try again.',
    anchor: 'api-keys',
    run: async ({ user, request, form }) => {
      await revokeApiKey({ userId: user.id, keyId: idIn(form), request: requestFacts(request) });
      return 'API Key Revoked';
    },
  },
  'make-signing-secret': {
    fallback: 'Failed to create a signing secret. Please try again.',
    anchor: 'signing',
    run: async (asked) => {
      await makeSigningSecret({ owner: ownerOf(asked) });
      return 'Signing Secret Created';
    },
  },
  'rotate-signing-secret': {
    fallback: 'Failed to rotate the signing secret. Please try again.',
    anchor: 'signing',
    run: async (asked) => {
      await rotateSigningSecret({ owner: ownerOf(asked) });
      return 'Signing Secret Rotated';
    },
  },
  'remove-signing-secret': {
    fallback: 'Failed to remove the signing secret. Please try again.',
    anchor: 'signing',
    run: async (asked) => {
      await removeSigningSecret({ owner: ownerOf(asked) });
      return 'Signing Secret Removed';
    },
  },
  'delete-secret': {
    fallback: 'Failed to delete the secret. Please try again.',
    anchor: 'secrets',
    run: async (asked) => {
      const name = asked.form.get('name');
      await deleteSecret({ owner: ownerOf(asked), name: typeof name === 'string' ? name : '' });
      return 'Secret Deleted';
    },
  },
  'forget-browser': {
    fallback: 'Failed to remove the browser. Please try again.',
    anchor: 'push',
    run: async ({ user, request, form }) => {
      const browser = { id: idIn(form) };
      const facts = requestFacts(request);
      const isRemoved = await removePushSubscription({ userId: user.id, browser, request: facts });
      if (!isRemoved) throw new AppError('not_found');
      return 'Browser Removed';
    },
  },
  'end-session': {
    fallback: 'Failed to end the session. Please try again.',
    anchor: 'sessions',
    run: async ({ user, request, form }) => {
      await revokeSession({ userId: user.id, sessionId: idIn(form), request: requestFacts(request) });
      return 'Session Ended';
    },
  },
  'sign-out-everywhere': {
    fallback: 'Failed to sign out everywhere. Please try again.',
    anchor: 'sessions',
    run: async ({ user, request }) => {
      await endAllSessions({ userId: user.id, request: requestFacts(request) });
      return signedOut('signed_out_everywhere');
    },
  },
  ...eventSubscriptionActs,
  ...subscriptionActs,
};

/**
 * To the sign-in page, which gives the reason and removes the product token; the provider prompts at the next sign-in.
 */
export async function signedOut(reason: 'signed_out_everywhere' | 'deleted'): Promise<Response> {
  const headers = new Headers();
  for (const cookie of [clearedSessionCookie(), await markSignedOut()]) headers.append('Set-Cookie', cookie);
  return redirect(`/login?reason=${reason}`, { status: 303, headers });
}
