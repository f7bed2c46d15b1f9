import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { SignInButton } from '#app/components/account/sign-in-button.tsx';
import { currentUser } from '#app/http/guards.server.ts';
import { anybody, pageLoader } from '#app/http/page-loader.server.ts';
import { redirectTarget } from '#app/http/redirect-target.ts';
import { sentenceOf } from '#app/http/sign-in/reasons.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Sign In · Punctual' }];

export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }: LoaderFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    const redirectTo = redirectTarget({ text: searchParams.get('redirectTo'), origin: env().APP_ORIGIN });
    if (await currentUser(request)) throw redirect(redirectTo);
    return {
      signInUrl: `/auth/login?${new URLSearchParams({ redirectTo })}`,
      reason: sentenceOf(searchParams.get('reason')),
    };
  },
});

export default function LoginPage() {
  const { signInUrl, reason } = useLoaderData<typeof loader>();
  return (
    <AuthFrame
      title="Sign In"
      reason={<p role="status">{reason ?? 'Sign in to see your jobs and their calls.'}</p>}
    >
      <SignInButton href={signInUrl} />
    </AuthFrame>
  );
}
