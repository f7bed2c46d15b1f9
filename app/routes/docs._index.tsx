import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { DocsError } from '#app/components/docs/docs-error.tsx';
import { DocsFrame } from '#app/components/docs/docs-frame.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { docsGroups } from '#app/content/docs-pages.ts';
import { plural } from '#app/format/time-format.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { docsFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { searchDocs, type FoundDocs } from '#app/presenters/docs/search-docs.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

const description = 'How to schedule jobs with Punctual, what we guarantee for every run, and all limits.';

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  {
    title: error
      ? errorTitle(error)
      : data?.search
        ? `Search: ${data.search.typed} · Punctual`
        : 'Documentation · Punctual',
  },
  { name: 'description', content: description },
  // Keeps search results out of search engines.
  ...(data?.search ? [{ name: 'robots', content: 'noindex' }] : []),
];

/** All documentation pages, or with `?q=` the search results. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const typed = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200);
    return {
      frame: await docsFrame(request),
      search: typed === '' ? null : { typed, found: searchDocs(typed) },
    };
  },
});

export default function DocsIndexPage() {
  const { frame, search } = useLoaderData<typeof loader>();
  return (
    <DocsFrame {...frame} searched={search?.typed}>
      {search ? <Found {...search} /> : <Overview />}
    </DocsFrame>
  );
}

export function ErrorBoundary() {
  return <DocsError />;
}

function Overview() {
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        Documentation
      </h1>
      <p className="mt-2 max-w-prose text-base text-pretty text-muted">{description}</p>
      {docsGroups.map(({ label, pages }) => (
        <section key={label} aria-labelledby={`group-${label}`} className="mt-8">
          <h2 id={`group-${label}`} className="border-b border-control pb-2 text-base font-semibold">
            {label}
          </h2>
          <ul>
            {pages.map(({ name, title, description: text }) => (
              <Line key={name} to={`/docs/${name}`} title={title}>
                {text}
              </Line>
            ))}
            {label === 'Reference' ? (
              <Line to="/docs/errors" title="API Errors">
                Every error of the API, its cause and what to do about it.
              </Line>
            ) : null}
          </ul>
        </section>
      ))}
    </>
  );
}

function Line({ to, title, children }: { to: string; title: string; children: string }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b border-border py-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <Link to={to} className="min-h-6 font-medium">
        {title}
      </Link>
      <span className="text-pretty text-muted">{children}</span>
    </li>
  );
}

function Found({ typed, found }: { typed: string; found: FoundDocs[] }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
        Search: {typed}
      </h1>
      <p role="status" className="mt-2 text-muted">
        {plural(found.length, 'place')} found.
      </p>
      {found.length === 0 ? (
        <EmptyState title="Nothing found" level={2}>
          <p>
            Try fewer or other words, or look through <Link to="/docs">all pages</Link>.
          </p>
        </EmptyState>
      ) : (
        <ul className="mt-4 border-t border-control">
          {found.map(({ path, page, heading, excerpt }) => (
            <li key={path} className="border-b border-border py-3">
              <Link to={path} className="font-medium">
                {heading === null ? page : `${page}: ${heading}`}
              </Link>
              <p className="max-w-prose text-pretty text-muted">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
