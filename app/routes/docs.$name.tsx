import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocsArticle } from '#app/components/docs/docs-article.tsx';
import { DocsError } from '#app/components/docs/docs-error.tsx';
import { DocsFrame } from '#app/components/docs/docs-frame.tsx';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { docsFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { docsView } from '#app/presenters/docs/docs-texts.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data?.view
    ? [
        { title: `${data.view.page.title} · Punctual` },
        { name: 'description', content: data.view.page.description },
        {
          tagName: 'link',
          rel: 'alternate',
          type: 'text/markdown',
          href: `/docs/${data.view.page.name}.md`,
        },
      ]
    : [{ title: error ? errorTitle(error) : 'Page Not Found · Punctual' }];

/** A documentation page; an unknown name shows the list of pages. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request, params }) => {
    const view = docsView(params.name);
    return data({ view, frame: await docsFrame(request) }, { status: view ? 200 : 404 });
  },
});

export default function DocsPage() {
  const { view, frame } = useLoaderData<typeof loader>();
  return (
    <DocsFrame {...frame}>
      {view ? (
        <DocsArticle {...view} />
      ) : (
        <ErrorPage
          status={404}
          title="Page Not Found"
          message="There is no page at this address."
          action={{ to: '/docs', label: 'Go to Documentation' }}
        />
      )}
    </DocsFrame>
  );
}

export function ErrorBoundary() {
  return <DocsError />;
}
