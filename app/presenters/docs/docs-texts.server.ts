import type { DocsPageName } from '#app/content/docs-pages.ts';
import { docsPageOf, docsPages } from '#app/content/docs-pages.ts';
import { fillIn } from './fill-in.server.ts';
import { ownPlaces } from './own-places.server.ts';
import { renderMarkdown, type RenderedMarkdown } from './render-markdown.server.ts';

const files = import.meta.glob<string>('../../content/{docs,pages}/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A text as it stands in the repository, with its places still empty; its name is such as `pages/terms`. */
export function rawText(name: string): string {
  const text = files[`../../content/${name}.md`];
  if (text === undefined) throw new Error(`There is no text ${name}.`);
  return text;
}

/** The Markdown of a page with its numbers filled in. */
export function docsMarkdown(name: DocsPageName): string {
  return fillIn({ text: rawText(`docs/${name}`), places: ownPlaces() });
}

const rendered = new Map<DocsPageName, RenderedMarkdown>();

/** A page as it is shown; worked out once a process. */
export function renderedPage(name: DocsPageName): RenderedMarkdown {
  const known = rendered.get(name);
  if (known) return known;
  const page = renderMarkdown(docsMarkdown(name));
  rendered.set(name, page);
  return page;
}

/** A page and the ways on from it; null for a name that there is not. */
export function docsView(name: string | undefined) {
  const page = docsPageOf(name);
  if (!page) return null;
  const at = docsPages.indexOf(page);
  const { blocks, headings } = renderedPage(page.name);
  return { page, blocks, headings, previous: docsPages[at - 1] ?? null, next: docsPages[at + 1] ?? null };
}

/** Pages of plain text besides the documentation. */
export type TextPageName = 'abuse' | 'privacy' | 'terms';

/** One of them as it is shown. */
export function textPage(name: TextPageName) {
  const text = rawText(`pages/${name}`);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  return { title, blocks: renderMarkdown(fillIn({ text, places: ownPlaces() })).blocks };
}
