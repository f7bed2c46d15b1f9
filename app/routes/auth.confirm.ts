import { redirect } from '@remix-run/node';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { ifSignedIn } from '#app/http/session/guards.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { authenticate } from '#app/http/sign-in/authenticator.server.ts';
import { failedSignIn } from '#app/http/sign-in/failure.server.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { env } from '#server/env.server.ts';

/**
 * Before a key is shown: after a sign-in of the last 30 minutes, redirects to `redirectTo`; confirms an older
 * one first.
 */
export const loader = pageLoader({
  guard: ifSignedIn,
  run: async ({ request, signedIn }) => {
    try {
      const text = new URL(request.url).searchParams.get('redirectTo');
      if (signedIn && isRecentSignIn(signedIn.session))
        return redirect(safeRedirectTarget({ text, origin: env().APP_ORIGIN }));
      return await authenticate(request);
    } catch (error) {
      if (error instanceof Response) throw error;
      throw await failedSignIn({ error, request });
    }
  },
});
