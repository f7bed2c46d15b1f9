import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { marketingWidth, MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { currentUser } from '#app/http/guards.server.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Feedback · Punctual' }];

/** Where feedback goes while the installation names no place of its own (D47). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { FEEDBACK_URL } = env();
  if (FEEDBACK_URL) throw redirect(FEEDBACK_URL);
  const user = (await currentUser(request))?.user;
  return { signedInAs: user ? (user.firstName ?? user.email) : null };
}

export default function FeedbackPage() {
  const { signedInAs } = useLoaderData<typeof loader>();
  return (
    <MarketingFrame feedbackUrl="/docs/feedback" signedInAs={signedInAs}>
      <div className={`${marketingWidth} py-10 text-base sm:py-16`}>
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          Feedback
        </h1>
        <div className="mt-3 grid max-w-prose gap-3 text-pretty">
          <p>
            This installation of Punctual has no address for feedback yet. Tell the people who run it; they
            name a place with the setting <code>FEEDBACK_URL</code>, and this page then leads there.
          </p>
          <p>
            A fault is found fastest with three things: the id of the execution, the time it was due, and what
            you expected to happen.
          </p>
        </div>
      </div>
    </MarketingFrame>
  );
}
