import { Link, useNavigate } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import type { docsView } from '#app/presenters/docs/docs-texts.server.ts';
import { TextBlocks } from './text-blocks.tsx';

type DocsView = NonNullable<ReturnType<typeof docsView>>;

/**
 * A documentation page: its text, its headings on the right from 1280 px up, and links to the previous and
 * next pages.
 */
export function DocsArticle({ page, blocks, headings, previous, next }: DocsView) {
  const follow = useFollowLinks();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 xl:grid-cols-[minmax(0,1fr)_180px]">
      <article className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          {page.title}
        </h1>
        <p className="mt-2 max-w-prose text-base text-pretty text-muted">{page.description}</p>
        {headings.length > 2 ? (
          <details data-chrome className="mt-4 max-w-prose border-y border-border py-2 xl:hidden">
            <summary className="flex min-h-8 items-center font-medium">On This Page</summary>
            <Headings headings={headings} />
          </details>
        ) : null}
        {/* Our own Markdown: its links to other origins are handled separately. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks of its links, which keys make as well */}
        <div className="docs-prose mt-6" onClick={follow}>
          <TextBlocks blocks={blocks} />
        </div>
        <nav
          data-chrome
          aria-label="Pages before and after"
          className="mt-10 grid max-w-prose gap-3 border-t border-control pt-4 text-base sm:grid-cols-2"
        >
          {previous ? <Neighbour page={previous} word="Previous" /> : <span />}
          {next ? <Neighbour page={next} word="Next" /> : null}
        </nav>
        <p data-chrome className="mt-6 text-xs text-muted">
          <a href={`/docs/${page.name}.md`}>This page as Markdown</a>
        </p>
      </article>
      {headings.length > 2 ? (
        <nav data-chrome aria-label="On this page" className="max-xl:hidden">
          <div className="sticky top-26">
            <p className="mb-1.5 text-xs font-semibold">On This Page</p>
            <Headings headings={headings} />
          </div>
        </nav>
      ) : null}
    </div>
  );
}

function Headings({ headings }: Pick<DocsView, 'headings'>) {
  return (
    <ul className="grid gap-1 py-1">
      {headings.map(({ id, text, depth }) => (
        <li key={id} className={depth === 3 ? 'pl-3' : undefined}>
          <a
            href={`#${id}`}
            className="inline-flex min-h-6 items-center text-pretty text-muted no-underline hover:text-ink hover:underline"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Neighbour({ page, word }: { page: NonNullable<DocsView['next']>; word: 'Previous' | 'Next' }) {
  const isNext = word === 'Next';
  return (
    <Link
      to={`/docs/${page.name}`}
      rel={isNext ? 'next' : 'prev'}
      className={`flex items-center gap-2 rounded-control border border-border bg-surface px-3 py-2.5 no-underline hover:border-control ${isNext ? 'sm:flex-row-reverse sm:text-right' : ''}`}
    >
      <Icon of={isNext ? ChevronRight : ChevronLeft} className="text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-muted">{word}</span>
        <span className="font-medium">{page.title}</span>
      </span>
    </Link>
  );
}

/** Follows links to other documentation pages without a full page load. */
function useFollowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, button, metaKey, altKey, ctrlKey, shiftKey } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    const isOfDocs = link.origin === window.location.origin && /^\/docs(?:\/[\w-]+)?$/.test(link.pathname);
    if (!isOfDocs || link.pathname === window.location.pathname) return;
    event.preventDefault();
    navigate(link.pathname + link.hash);
  };
}
