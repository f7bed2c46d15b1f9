import { redirect } from '@remix-run/node';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { sessionCookie } from '#app/http/session/session-cookie.server.ts';
import { authenticate } from '#app/http/sign-in/authenticator.server.ts';
import { failedSignIn } from '#app/http/sign-in/failure.server.ts';
import { unmarkSignedOut } from '#app/http/sign-in/signed-out.server.ts';
import { dropTransaction } from '#app/http/sign-in/transaction.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { assertRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

/** Handles the identity provider's callback and creates the session. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    try {
      await assertRateLimit({ limit: 'sign_in', key: requestFacts(request).ip });
      const { token, redirectTo } = await authenticate(request);
      const headers = new Headers();
      for (const cookie of [sessionCookie(token), await dropTransaction(), await unmarkSignedOut()]) {
        headers.append('Set-Cookie', cookie);
      }
      return redirect(redirectTo, { headers });
    } catch (error) {
      if (error instanceof Response) throw error;
      throw await failedSignIn({ error, request });
    }
  },
});
