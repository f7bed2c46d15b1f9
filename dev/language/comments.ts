import ts from 'typescript';
import { parseSource } from './parse-source.ts';

// Measures the English of comments: their first words, and the density of relative pronouns.

export interface CommentMeasure {
  comments: number;
  /** Comments that begin with a relative clause. */
  clauseOpenings: number;
  words: number;
  relativePronouns: number;
}

/** Limits over all comments: a share of them, and pronouns per word. */
export const commentLimits = { clauseOpenings: 0.04, relativePronouns: 0.02 };

const clauseOpening = /^(?:What|Whether|How|Which|Who|Whose|Of|Those)\b/;
const relativePronoun = /\b(?:which|that|who|whose|whom|what)\b/gi;
const word = /[\p{L}\d'’_-]+/gu;
/** Directives for tools are not prose. */
const directive = /^(?:eslint|@ts-|prettier-|<reference|[#@]__|@vite)/;

/** Comments of a TypeScript file as plain text; consecutive `//` lines are one comment. */
export function commentsOf({ file, text }: { file: string; text: string }): string[] {
  const source = parseSource({ file, text });
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const found = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const range of found) ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return mergeLines({ text, ranges: [...ranges.values()].toSorted((a, b) => a.pos - b.pos) })
    .map(toProse)
    .filter((comment) => /\p{L}/u.test(comment) && !directive.test(comment));
}

function mergeLines({ text, ranges }: { text: string; ranges: ts.CommentRange[] }): string[] {
  const merged: { pos: number; end: number; isLine: boolean }[] = [];
  for (const { pos, end, kind } of ranges) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const last = merged.at(-1);
    const continues = isLine && last?.isLine === true && isNextLine({ text, from: last, to: pos });
    if (last && continues) last.end = end;
    else merged.push({ pos, end, isLine });
  }
  return merged.map(({ pos, end }) => text.slice(pos, end));
}

/** Reports whether a `//` comment continues the one on the line before, which has no code. */
function isNextLine({ text, from, to }: { text: string; from: { pos: number; end: number }; to: number }) {
  const isAlone = text.slice(text.lastIndexOf('\n', from.pos) + 1, from.pos).trim() === '';
  return isAlone && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(from.end, to));
}

function toProse(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\*)?\s?/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export function measureComments(comments: readonly string[]): CommentMeasure {
  const count = (pattern: RegExp) =>
    comments.reduce((sum, comment) => sum + (comment.match(pattern)?.length ?? 0), 0);
  return {
    comments: comments.length,
    clauseOpenings: comments.filter((comment) => clauseOpening.test(comment)).length,
    words: count(word),
    relativePronouns: count(relativePronoun),
  };
}
