import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocsArticle } from '#app/components/docs/docs-article.tsx';
import { DocsFrame } from '#app/components/docs/docs-frame.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { docsFrame } from '#app/http/public-frame.server.ts';
import { anybody, pageLoader } from '#app/http/page-loader.server.ts';
import { docsView } from '#app/presenters/docs/docs-texts.server.ts';
import { AppError } from '#domain/errors.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
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
    : [{ title: 'Page Not Found · Punctual' }];

/** A page of the documentation. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request, params }) => {
    const view = docsView(params.name);
    if (!view) throw new AppError('not_found');
    return { view, frame: await docsFrame(request) };
  },
});

export default function DocsPage() {
  const { view, frame } = useLoaderData<typeof loader>();
  return (
    <DocsFrame {...frame}>
      <DocsArticle {...view} />
    </DocsFrame>
  );
}

export function ErrorBoundary() {
  return (
    <main id="main" tabIndex={-1}>
      <RouteError action={{ to: '/docs', label: 'Go to Documentation' }} />
    </main>
  );
}
