import { Marked, type Token, type Tokens } from 'marked';
import type { CodeLanguage } from '#app/format/code-tokens.ts';

export interface DocsHeading {
  id: string;
  text: string;
  depth: 2 | 3;
}

/** A part of a page: prose, or code with highlighting and a copy button. */
export type DocsBlock =
  { kind: 'html'; html: string } | { kind: 'code'; code: string; label: string; language: CodeLanguage };

/** A heading with the words under it, up to the next one: what is searched. */
export interface DocsSection {
  /** Empty for the part before the first heading. */
  id: string;
  heading: string;
  text: string;
}

export interface RenderedMarkdown {
  blocks: DocsBlock[];
  headings: DocsHeading[];
  sections: DocsSection[];
}

const languages: Record<string, CodeLanguage> = {
  sh: 'shell',
  js: 'program',
  python: 'program',
  go: 'program',
  json: 'json',
  http: 'headers',
};
const names: Record<string, string> = {
  sh: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  go: 'Go',
  json: 'JSON',
};

/**
 * A page of our own Markdown as parts of HTML and code. Its text comes from this repository alone: it contains no user
 * input, so it needs no sanitizing.
 */
export function renderMarkdown(text: string): RenderedMarkdown {
  const marked = new Marked({ renderer: { heading: headingHtml, table: tableHtml } });
  const tokens = marked.lexer(text);
  const blocks: DocsBlock[] = [];
  const headings: DocsHeading[] = [];
  const sections: DocsSection[] = [{ id: '', heading: '', text: '' }];
  let run: Token[] = [];
  const flush = () => {
    if (run.some(({ type }) => type !== 'space')) blocks.push({ kind: 'html', html: marked.parser(run) });
    run = [];
  };
  for (const token of tokens) {
    // The page's own head has its title.
    if (isHeading(token) && token.depth === 1) continue;
    if (isHeading(token)) {
      const heading = {
        id: idOf(token.text),
        text: plain(token.text),
        depth: token.depth === 2 ? 2 : 3,
      } as const;
      headings.push(heading);
      sections.push({ id: heading.id, heading: heading.text, text: '' });
    }
    if (isCode(token)) {
      flush();
      blocks.push(codeBlock(token, sections.at(-1)?.heading ?? ''));
    } else run.push(token);
    const last = sections.at(-1);
    if (last && !isHeading(token)) last.text += ` ${plain(token.raw)}`;
  }
  flush();
  return { blocks, headings, sections };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isCode = (token: Token): token is Tokens.Code => token.type === 'code';

function codeBlock({ text, lang = '' }: Tokens.Code, heading: string): DocsBlock {
  const name = names[lang] ?? 'Example';
  return {
    kind: 'code',
    code: text,
    label: heading === '' ? name : `${heading}, ${name}`,
    language: languages[lang] ?? 'text',
  };
}

function headingHtml(
  this: { parser: { parseInline: (tokens: Token[]) => string } },
  { tokens, text, depth }: Tokens.Heading,
): string {
  const id = idOf(text);
  return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>`;
}

// A region that scrolls has to be reachable without a mouse (WCAG 2.1.1).
function tableHtml(
  this: { parser: { parseInline: (tokens: Token[]) => string } },
  { header, rows }: Tokens.Table,
): string {
  const heads = header.map(({ text }) => plain(text));
  const label = heads.filter(Boolean).join(', ');
  const isStacked = isOfSentences({ header, rows });
  // Tables drawn as lines keep their roles: without them they would be none to a screen reader.
  const role = (name: string) => (isStacked ? ` role="${name}"` : '');
  const headCell = ({ tokens }: Tokens.TableCell) =>
    `<th scope="col"${role('columnheader')}>${this.parser.parseInline(tokens)}</th>`;
  const cell = ({ tokens }: Tokens.TableCell, index: number) =>
    `<td${role('cell')}${isStacked ? ` data-label="${heads[index] ?? ''}"` : ''}>${this.parser.parseInline(tokens)}</td>`;
  const line = (cells: string[]) => `<tr${role('row')}>${cells.join('')}</tr>`;
  const head = `<thead${role('rowgroup')}>${line(header.map(headCell))}</thead>`;
  const body = `<tbody${role('rowgroup')}>${rows.map((cells) => line(cells.map(cell))).join('')}</tbody>`;
  return `<div class="table-scroll${isStacked ? ' table-stacked' : ''}" role="group" tabindex="0" aria-label="${label}"><table${role('table')}>${head}${body}</table></div>`;
}

/** Four columns with sentences in the last do not fit on a phone, which shows each row as lines. */
function isOfSentences({ header, rows }: Pick<Tokens.Table, 'header' | 'rows'>): boolean {
  return header.length > 3 && rows.some((cells) => plain(cells.at(-1)?.text ?? '').length > 30);
}

/** The anchor of a heading: its words in lower case with hyphens between. */
export function idOf(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/```\w*|[`*>#]|\|[\s|:-]*\|/g, ' ')
    .replace(/[|\s]+/g, ' ')
    .trim();
}
