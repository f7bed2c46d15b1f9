import { type DocsPageName, docsPageOf, docsPages } from '#app/content/docs-pages.ts';
import { env } from '#server/env.server.ts';
import { fillIn } from './fill-in.server.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.server.ts';

const files = import.meta.glob<string>('../../content/{docs,pages}/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A text of the repository, its placeholders not filled in; its name is such as `pages/terms`. */
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

/** A rendered page; rendered once a process. */
export function renderedPage(name: DocsPageName): RenderedMarkdown {
  const known = rendered.get(name);
  if (known) return known;
  const page = renderMarkdown(docsMarkdown(name));
  rendered.set(name, page);
  return page;
}

/** A page with its neighbours; null for an unknown name. */
export function docsView(name: string | undefined) {
  const page = docsPageOf(name);
  if (!page) return null;
  const at = docsPages.indexOf(page);
  const { blocks, headings } = renderedPage(page.name);
  return { page, blocks, headings, previous: docsPages[at - 1] ?? null, next: docsPages[at + 1] ?? null };
}

/** Pages of plain text besides the documentation. */
export type TextPageName = 'abuse' | 'privacy' | 'terms';

/** A rendered text page. */
export function textPage(name: TextPageName) {
  const text = rawText(`pages/${name}`);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  return { title, blocks: renderMarkdown(fillIn({ text, places: ownPlaces() })).blocks };
}

/** Values of this installation: its origin and its contacts. */
function ownPlaces(): Record<string, string> {
  return {
    origin: env().APP_ORIGIN,
    'egress.list': egressList(),
    'abuse.contact': contact('Punctual: report of abuse'),
    'privacy.contact': contact('Punctual: privacy'),
  };
}

function egressList(): string {
  const { EGRESS_ADDRESSES: addresses, EGRESS_UPDATED_AT: updatedAt } = env();
  if (addresses.length === 0)
    return 'This installation publishes no addresses: its requests may come from any, and may come from others tomorrow. Check [signatures](/docs/signing) instead.';
  const items = addresses.map((address) => `- \`${address}\``);
  return [`As of ${updatedAt ?? ''}, requests come from:`, '', ...items].join('\n');
}

/** The sender's mailbox is monitored; without it, the address for feedback. */
function contact(subject: string): string {
  const { MAIL_FROM, FEEDBACK_URL } = env();
  const address = /<([^<>]+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  if (address !== '')
    return `Write to [${address}](mailto:${address}?subject=${encodeURIComponent(subject)}).`;
  if (FEEDBACK_URL !== '')
    return `Write to the people who run it, at [their address for feedback](${FEEDBACK_URL}).`;
  return 'This installation has no contact address yet. Its operators set one with `MAIL_FROM`; until then, contact the owner of its network address in the public registry.';
}
