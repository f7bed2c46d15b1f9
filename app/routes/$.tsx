import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { currentUser } from '#app/http/guards.server.ts';
import { anybody, pageLoader } from '#app/http/page-loader.server.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Page Not Found · Punctual' }];

/** Every path that is no page, in the frame of the public pages. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const user = (await currentUser(request))?.user;
    const signedInAs = user ? (user.firstName ?? user.email) : null;
    return data({ signedInAs, feedbackUrl: env().FEEDBACK_URL || '/docs/feedback' }, { status: 404 });
  },
});

export function action() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  const { signedInAs, feedbackUrl } = useLoaderData<typeof loader>();
  const way = signedInAs ? { to: '/dashboard', label: 'Go to Dashboard' } : { to: '/', label: 'Go to Home' };
  return (
    <MarketingFrame signedInAs={signedInAs} feedbackUrl={feedbackUrl}>
      <ErrorPage
        status={404}
        title="Page Not Found"
        message="There is no page at this address."
        action={way}
      />
    </MarketingFrame>
  );
}
