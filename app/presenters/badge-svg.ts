import type { Badge } from '#server/badges/read-badge.server.ts';
import type { BadgeState } from '#domain/badge.ts';

const mostLetters = 40;
const height = 20;
const padding = 7;

/** The light tokens as sRGB: a picture in a document elsewhere knows neither our styles nor oklch. */
const ink = '#161e2c';
const grounds: Record<BadgeState, string> = {
  succeeded: '#176938',
  failed: '#b21823',
  late: '#80500a',
  paused: '#80500a',
  inactive: '#585f6c',
  'no runs yet': '#585f6c',
};

/** Text of a badge in one line. */
export function badgeWords({ name, state }: Badge): string {
  return `${shortName(name)}: ${state}`;
}

/** The badge of a job as a picture: its name, and its state in a word and a colour. */
export function badgeSvg(badge: Badge): string {
  const name = shortName(badge.name);
  const [left, right] = [widthOf(name), widthOf(badge.state)];
  const width = left + right;
  const text = (at: number, part: string, of: number) =>
    `<text x="${at + padding}" y="14" textLength="${of - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escaped(part)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(badgeWords(badge))}">`,
    `<title>${escaped(badgeWords(badge))}</title>`,
    `<rect width="${width}" height="${height}" rx="4" fill="${ink}"/>`,
    `<path d="M${left} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${left}z" fill="${grounds[badge.state]}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(0, name, left),
    text(left, badge.state, right),
    '</g></svg>',
  ].join('');
}

/** Without characters invalid in XML or that reverse the direction of a line; cut after 40 letters. */
function shortName(name: string): string {
  const plain = name.replace(/[\p{C}\s]+/gu, ' ').trim() || 'job';
  const letters = Array.from(plain);
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : plain;
}

/** Approximate width in 11 px Verdana: `textLength` makes it exact in any font. */
function widthOf(text: string): number {
  const letters = Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
  return Math.ceil(letters) + 2 * padding;
}

function letterWidth(letter: string): number {
  if (/[ijl.,:;'|!()[\]\s]/.test(letter)) return 4.2;
  if (/[mwMW@%]/.test(letter)) return 10.2;
  if (/[A-Z]/.test(letter)) return 7.8;
  return (letter.codePointAt(0) ?? 0) > 0x2e7f ? 11 : 6.7;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
