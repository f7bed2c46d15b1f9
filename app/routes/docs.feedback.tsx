import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { marketingWidth, MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { publicFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Feedback · Punctual' },
];

/** Feedback page of an installation without its own feedback address (D47). */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const { FEEDBACK_URL } = env();
    if (FEEDBACK_URL) throw redirect(FEEDBACK_URL);
    return { frame: await publicFrame(request) };
  },
});

export default function FeedbackPage() {
  const { frame } = useLoaderData<typeof loader>();
  return (
    <MarketingFrame {...frame}>
      <div className={`${marketingWidth} py-10 text-base sm:py-16`}>
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          Feedback
        </h1>
        <div className="mt-3 grid max-w-prose gap-3 text-pretty">
          <p>
            This installation of Punctual has no feedback address yet. The people who run it can set one with{' '}
            <code>FEEDBACK_URL</code>; this page then leads there.
          </p>
          <p>
            Three things help most in a report: the id of the execution, the time it was due, and what you
            expected to happen.
          </p>
        </div>
      </div>
    </MarketingFrame>
  );
}

export function ErrorBoundary() {
  return <PublicError />;
}
