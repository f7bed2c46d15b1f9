import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { InlineCode } from '#app/components/api-docs/inline-code.tsx';
import { DocsError } from '#app/components/docs/docs-error.tsx';
import { DocsFrame } from '#app/components/docs/docs-frame.tsx';
import { apiErrors } from '#app/content/api-errors.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { docsFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'API Errors · Punctual' },
];

/** Target of the `type` in every problem+json response; public. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => ({ frame: await docsFrame(request), errors: apiErrors }),
});

export default function ApiErrorsPage() {
  const { errors, frame } = useLoaderData<typeof loader>();
  return (
    <DocsFrame {...frame}>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        API Errors
      </h1>
      <p className="mt-3 max-w-prose text-base text-pretty text-muted">
        A refused call returns the matching status and, in its body, <code>error.type</code>,{' '}
        <code>error.message</code> and <code>error.details</code>. With{' '}
        <code>Accept: application/problem+json</code>, the body is an RFC 9457 problem. Every response has an{' '}
        <code className="whitespace-nowrap">X-Request-Id</code>.
      </p>
      <dl className="mt-8 border-t border-control sm:-mx-4">
        {errors.map(({ type, status, message, when, remedy }) => (
          <div
            key={type}
            id={type}
            className="scroll-mt-20 border-b border-border py-5 target:bg-brand-soft sm:grid sm:grid-cols-[16rem_minmax(0,1fr)] sm:gap-6 sm:px-4"
          >
            <dt>
              <span className="block text-xl font-semibold">{status}</span>
              <a href={`#${type}`} className="mono wrap-anywhere">
                {type}
              </a>
            </dt>
            <dd className="grid max-w-prose gap-1.5 text-base text-pretty max-sm:mt-2">
              <p className="font-medium">{message}</p>
              <p>
                <InlineCode text={when} />
              </p>
              <p className="text-muted">
                <InlineCode text={remedy} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </DocsFrame>
  );
}

export function ErrorBoundary() {
  return <DocsError />;
}
