import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticate } from '#app/http/sign-in/authenticator.server.ts';
import { failedSignIn } from '#app/http/sign-in/failure.server.ts';

/** Leads to the identity provider; `redirectTo` is where the sign-in ends. */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    return await authenticate(request);
  } catch (error) {
    if (error instanceof Response) throw error;
    throw await failedSignIn({ error, request });
  }
}
