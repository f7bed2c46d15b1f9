import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { repositoryRooms } from '#dev/test/source-files.ts';

// Reads what code and docs cite: decisions, sections of the design texts, paths of the repository.

/** Recorded, generated or copied from elsewhere: nothing in them is a citation of ours. */
const leftOut =
  /^(?:server\/generated|tests\/(?:histories|client|cases|oracle\/zoneinfo)|bench\/results)(?:\/|$)/;
const written = /\.(?:md|tsx?|m?js|sql|prisma|css|ya?ml|toml|py)$|^(?:Dockerfile|\.env\.example)$/;

/** A piece of text with its first line. */
export interface Piece {
  file: string;
  line: number;
  text: string;
}

/** Files whose text may cite something. */
export const citingFiles = (files: string[]) =>
  files.filter((file) => (written.test(file) || written.test(basename(file))) && !leftOut.test(file));

const commentLine = /^\s*(?:\/\/\/?|\/?\*+\/?|\{\/\*|--|#)\s?(.*)/s;
const trailingComment = /\s\/\/ (.*)$/;

/** The comments of a source file, each run of lines as one piece. */
function commentsOf({ file, lines }: { file: string; lines: string[] }): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  lines.forEach((content, index) => {
    const whole = commentLine.exec(content)?.[1];
    const text = whole ?? trailingComment.exec(content)?.[1];
    if (text === undefined) {
      open = null;
      return;
    }
    if (open && whole !== undefined) open.text += ` ${text.trim()}`;
    else pieces.push((open = { file, line: index + 1, text: text.trim() }));
    if (whole === undefined) open = null;
  });
  return pieces;
}

/** The paragraphs of a Markdown file, without its blocks of code. */
function paragraphsOf({ file, lines }: { file: string; lines: string[] }): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  let isCode = false;
  lines.forEach((content, index) => {
    if (/^\s*```/.test(content)) isCode = !isCode;
    if (isCode || content.trim() === '' || /^\s*```/.test(content)) {
      open = null;
      return;
    }
    if (open && !/^\s*(?:[-|#>]|\d+\.)/.test(content)) open.text += ` ${content.trim()}`;
    else pieces.push((open = { file, line: index + 1, text: content.trim() }));
  });
  return pieces;
}

/** The prose of a file: comments of code, paragraphs of Markdown. */
export function proseOf(file: string): Piece[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return file.endsWith('.md') ? paragraphsOf({ file, lines }) : commentsOf({ file, lines });
}

const at = ({ file, line }: Piece) => `${file}:${line}`;

/** Cited D numbers the index of design decisions does not have; titles of tests cite them, too. */
export function unknownDecisionNumbers({
  file,
  index,
}: {
  file: string;
  index: ReadonlySet<string>;
}): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, row) =>
    [...text.matchAll(/(?<![\w/+-])D\d{1,2}a?(?![\w/+=-])/g)]
      .filter(([number]) => !index.has(number))
      .map(([number]) => `${file}:${row + 1} cites ${number}`),
  );
}

/** The D numbers of the index, by its anchors. */
export function decisionNumbers(): Set<string> {
  const index = readFileSync('docs/decisions/design-decisions.md', 'utf8');
  return new Set(
    [...index.matchAll(/<a id="d(\d+a?)"><\/a>\*\*D\1 /g)].map(([, number]) => `D${number ?? ''}`),
  );
}

/** Cited records of docs/decisions that do not exist. */
export function unknownRecords({ piece, records }: { piece: Piece; records: ReadonlySet<string> }): string[] {
  const cited = [
    ...[...piece.text.matchAll(/\bdecisions\/(\d{3})/g)].map(([, number = '']) => number),
    ...[...piece.text.matchAll(/\b[Dd]ecisions? ((?:\d{3}(?:, | and |\b))+)/g)].flatMap(
      ([, list = '']) => list.match(/\d{3}/g) ?? [],
    ),
  ];
  return cited
    .filter((number) => !records.has(number))
    .map((number) => `${at(piece)} cites decision ${number}`);
}

const designTexts = '[a-z][a-z-]*';
const sectionsOf = new RegExp(
  `(?:\`?\\b(${designTexts})\\.md\`?(?:\\)|\\]\\([^)]*\\))?|\\b([Ss]pecification)(?:'s)?),? sections? (\\d+(?:(?:, | and |,? and )\\d+)*)`,
  'g',
);

/** Cited sections missing in the text, by the numbers of its headings. */
export function unknownSections({ piece, files }: { piece: Piece; files: string[] }): string[] {
  return [...unknownOwnSections(piece), ...unknownNamedSections({ piece, files })];
}

/** A section in brackets without a name belongs to the same text; code has no sections. */
function unknownOwnSections(piece: Piece): string[] {
  return [...piece.text.matchAll(/\(sections? (\d+)\b/g)]
    .filter(([, number = '']) => !piece.file.endsWith('.md') || !hasSection({ path: piece.file, number }))
    .map(([citation]) => `${at(piece)} cites ${citation}), and does not say of which text`);
}

function hasSection({ path, number }: { path: string; number: string }): boolean {
  return new RegExp(`^##+ ${number}\\. `, 'm').test(readFileSync(path, 'utf8'));
}

function unknownNamedSections({ piece, files }: { piece: Piece; files: string[] }): string[] {
  return [...piece.text.matchAll(sectionsOf)].flatMap(([citation, name, specification, list = '']) => {
    const text = `${name ?? specification?.toLowerCase() ?? ''}.md`;
    const path = [`docs/design/${text}`, `docs/${text}`].find((one) => files.includes(one));
    if (!path) return [`${at(piece)} cites ${citation}, and there is no ${text} in docs`];
    return (list.match(/\d+/g) ?? [])
      .filter((number) => !hasSection({ path, number }))
      .map((number) => `${at(piece)} cites ${text} section ${number}`);
  });
}

const pathStart = `(?<![\\w./#@:-])(?:${repositoryRooms.join('|')})/`;
const pathToken = new RegExp(`${pathStart}[\\w.$*<>{},()[\\]/-]*[\\w)\\]}*>]`, 'g');
const endings = [
  '',
  '.ts',
  '.tsx',
  '.server.ts',
  '.server.tsx',
  '.mjs',
  '.js',
  '.md',
  '.test.ts',
  '.worker.js',
];

/** Reports whether a path exists, with or without its extension; a placeholder or `*` matches any name. */
function isPath(token: string): boolean {
  const path = token.replace(/\/$/, '');
  const [fixed = ''] = path.split(/[*<{]|NNN|nnn/);
  if (fixed !== path) return existsSync(fixed.endsWith('/') ? fixed : dirname(fixed));
  if (/^docs\/decisions\/\d{3}$/.test(path)) return true;
  return endings.some((ending) => existsSync(path + ending));
}

/** Cited paths outside the repository, or missing in it. */
export function unknownPaths(piece: Piece): string[] {
  const outside = piece.text.match(/(?<![\w.])\.\.\/(?:shared|work)\/\S*|(?<![\w.])\/work\/\S*/g) ?? [];
  const cited = [...piece.text.replaceAll('](', ' (').matchAll(pathToken)].map(([token]) =>
    token.replace(/(?<![.,)])[.,)]+$/, ''),
  );
  return [...outside, ...cited.filter((token) => !isPath(token))].map((path) => `${at(piece)} cites ${path}`);
}

/** Cited file names without a folder that exist in no folder. */
export function unknownNames({ piece, names }: { piece: Piece; names: ReadonlySet<string> }): string[] {
  return [...piece.text.matchAll(/(?<![\w./*{}$<>-])([a-z][\w-]*(?:\.[\w-]+)*\.(?:md|tsx?|mjs))(?![\w/])/g)]
    .map(([, name = '']) => name)
    .filter((name) => !names.has(name))
    .map((name) => `${at(piece)} cites ${name}`);
}

/** The anchors of a Markdown file: its headings as GitHub writes them, and those that it sets itself. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(path, 'utf8');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

/** Links of a Markdown file to missing files or headings. */
export function brokenLinks(piece: Piece): string[] {
  // Pages of the product link to its routes.
  if (!piece.file.endsWith('.md') || piece.file.startsWith('app/content/')) return [];
  return [...piece.text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?:|mailto:|\/)/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? piece.file : normalize(join(dirname(piece.file), path));
      if (file.startsWith('..') || !existsSync(file)) return true;
      return anchor !== undefined && statSync(file).isFile() && !anchorsOf(file).has(anchor);
    })
    .map((target) => `${at(piece)} links to ${target}`);
}
