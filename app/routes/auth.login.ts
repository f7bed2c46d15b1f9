import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { authenticate } from '#app/http/sign-in/authenticator.server.ts';
import { failedSignIn } from '#app/http/sign-in/failure.server.ts';

/** Redirects to the identity provider; `redirectTo` is the page after the sign-in. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    try {
      return await authenticate(request);
    } catch (error) {
      if (error instanceof Response) throw error;
      throw await failedSignIn({ error, request });
    }
  },
});
