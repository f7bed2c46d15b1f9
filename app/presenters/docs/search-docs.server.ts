import { apiErrors } from '#app/content/api-errors.ts';
import { docsPages } from '#app/content/docs-pages.ts';
import { renderedPage } from './docs-texts.server.ts';

export interface FoundDocs {
  /** With the anchor of the heading. */
  path: string;
  page: string;
  /** Null for the page itself. */
  heading: string | null;
  /** The words around the first that was found. */
  excerpt: string;
}

interface Entry {
  path: string;
  page: string;
  heading: string | null;
  text: string;
}

const mostFound = 20;
const mostWords = 8;
const excerptLetters = 160;

let index: Entry[] | undefined;

/**
 * Parts of the documentation with every typed word, case-insensitive: matches in the title first, then in the heading.
 * An empty text finds the pages themselves.
 */
export function searchDocs(typed: string): FoundDocs[] {
  index ??= makeIndex();
  const words = typed.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0)
    return index.filter(({ heading }) => heading === null).map((entry) => found(entry, ''));
  return index
    .flatMap((entry) => {
      const score = scoreOf(entry, words);
      return score === 0 ? [] : [{ entry, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ entry }) => found(entry, words[0] ?? ''));
}

function makeIndex(): Entry[] {
  const pages = docsPages.flatMap(({ name, title, description }): Entry[] =>
    renderedPage(name).sections.map(({ id, heading, text }) => ({
      path: id === '' ? `/docs/${name}` : `/docs/${name}#${id}`,
      page: title,
      heading: heading === '' ? null : heading,
      text: id === '' ? `${description} ${text}` : text,
    })),
  );
  const errors = apiErrors.map(({ type, status, message, when, remedy }) => ({
    path: `/docs/errors#${type}`,
    page: 'API Errors',
    heading: `${status} ${type}`,
    text: `${message} ${when} ${remedy}`.replaceAll('`', ''),
  }));
  return [...pages, ...errors];
}

/** 0: a word is missing. */
function scoreOf({ page, heading, text }: Entry, words: string[]): number {
  const [title, head, body] = [page, heading ?? '', text].map((part) => part.toLowerCase());
  let score = 0;
  for (const word of words) {
    if (head?.includes(word)) score += 20;
    else if (title?.includes(word)) score += heading === null ? 30 : 3;
    else if (body?.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function found({ path, page, heading, text }: Entry, word: string): FoundDocs {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  const part = text.slice(from, from + excerptLetters).trim();
  const excerpt = `${from > 0 ? '… ' : ''}${part}${from + excerptLetters < text.length ? ' …' : ''}`;
  return { path, page, heading, excerpt };
}
