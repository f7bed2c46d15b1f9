import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { ApiDocs } from '#app/components/api-docs/api-docs.tsx';
import { ApiUpgradeCard } from '#app/components/api-docs/upgrade-card.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { toApiDocs } from '#app/http/api/reference/api-docs.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'API Documentation · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user }) => toApiDocs({ user, origin: env().APP_ORIGIN }),
});

/** The content changes with releases, not with actions on the page. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function ApiDocsPage() {
  const docs = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="API Documentation"
        sub={docs ? <Documents /> : 'Jobs and executions from your own programs.'}
      />
      {docs ? <ApiDocs {...docs} /> : <ApiUpgradeCard />}
    </>
  );
}

function Documents() {
  return (
    <>
      Jobs and executions from your own programs. For machines: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>
      , <a href="/docs/api.md">Markdown</a>, <a href="/llms.txt">llms.txt</a>.
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
