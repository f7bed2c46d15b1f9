import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { publicFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Page Not Found · Punctual' },
];

/** Unknown paths, in the frame of the public pages. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => data({ frame: await publicFrame(request) }, { status: 404 }),
});

export function action() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  const { frame } = useLoaderData<typeof loader>();
  const way = frame.signedInAs
    ? { to: '/dashboard', label: 'Go to Dashboard' }
    : { to: '/', label: 'Go to Home' };
  return (
    <MarketingFrame {...frame}>
      <ErrorPage
        status={404}
        title="Page Not Found"
        message="There is no page at this address."
        action={way}
      />
    </MarketingFrame>
  );
}

export function ErrorBoundary() {
  return <PublicError />;
}
