import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { SignInButton } from '#app/components/account/sign-in-button.tsx';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { forgetToken } from '#app/components/frame/stored-token.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { anybody, currentUser } from '#app/http/session/guards.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { isOfSignIn, sentenceOf } from '#app/http/sign-in/reasons.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Sign In · Punctual' }];

export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }: LoaderFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    const redirectTo = safeRedirectTarget({ text: searchParams.get('redirectTo'), origin: env().APP_ORIGIN });
    const given = searchParams.get('reason');
    const reason = sentenceOf(given);
    if (await currentUser(request))
      throw await onwards({ request, redirectTo, message: isOfSignIn(given) ? reason : null });
    const page = { signInUrl: `/auth/login?${new URLSearchParams({ redirectTo })}`, reason };
    return given === 'limited' ? data(page, { status: 429, headers: { 'Retry-After': '60' } }) : data(page);
  },
});

/** A signed-in visitor is redirected, with the reason if a further sign-in, such as a confirmation, failed. */
function onwards({
  request,
  redirectTo,
  message,
}: {
  request: Request;
  redirectTo: string;
  message: string | null;
}) {
  if (message === null) return redirect(redirectTo);
  return redirectWithToast({
    request,
    to: redirectTo,
    toast: { title: 'Not Confirmed', message, tone: 'error' },
  });
}

export default function LoginPage() {
  const { signInUrl, reason } = useLoaderData<typeof loader>();
  // Visitors of this page are signed out.
  useEffect(forgetToken, []);
  return (
    <AuthFrame
      title="Sign In"
      reason={<p role="status">{reason ?? 'Sign in to see your jobs and their runs.'}</p>}
    >
      <SignInButton href={signInUrl} />
    </AuthFrame>
  );
}
