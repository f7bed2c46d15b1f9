import type { ZoneChoice, ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';

export interface ZoneMatches {
  /** Best match first. */
  zones: ZoneChoice[];
  /** The one possible zone: a single match, or an exact name or city; null if there are several. */
  sure: ZoneChoice | null;
}

/**
 * Finds zones by a city, a zone name, a country, an abbreviation or an offset.
 * @param typed an empty text finds all
 */
export function matchZones({ zones, typed }: { zones: ZoneChoices; typed: string }): ZoneMatches {
  const rankOf = rankBy(typed);
  const found = [...zones.common, ...zones.all]
    .map((zone) => ({ zone, rank: rankOf(zone) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => Number(one.rank) - Number(other.rank));
  const [first, second] = found;
  const isNamed = first?.rank === ranks.name || first?.rank === ranks.city;
  const isSure = first !== undefined && (second === undefined || (isNamed && second.rank !== first.rank));
  return { zones: found.map(({ zone }) => zone), sure: isSure ? first.zone : null };
}

/** Lower is better. */
const ranks = { name: 0, city: 1, meant: 2, abbreviation: 3, cityStart: 4, country: 5, start: 6, part: 7 };

function rankBy(typed: string): (zone: ZoneChoice) => number | null {
  const offset = offsetPattern(typed);
  const name = typed.trim().toLowerCase();
  const text = plain(typed);
  const words = text.split(' ').filter(Boolean);
  return (zone) => {
    if (zone.id.toLowerCase() === name) return ranks.name;
    if (offset) return offset.test(zone.offset) ? ranks.city : null;
    return wordRank({ zone, name, text, words });
  };
}

function wordRank({
  zone: { id, offset, countries = [], abbreviations = [], old = [], meant = [] },
  name,
  text,
  words,
}: {
  zone: ZoneChoice;
  name: string;
  text: string;
  words: string[];
}): number | null {
  const city = plain(id.slice(id.lastIndexOf('/') + 1));
  const is = (one: string) => one.toLowerCase() === name;
  if (old.some((one) => one.includes('/') && is(one))) return ranks.name;
  if (city === text) return ranks.city;
  if (meant.some(is)) return ranks.meant;
  // EST is an old name of Panama's zone, but New York's abbreviation.
  if ([...abbreviations, ...old].some(is)) return ranks.abbreviation;
  if (city.startsWith(text)) return ranks.cityStart;
  if (countries.some((country) => plain(country).startsWith(text))) return ranks.country;
  const all = plain([id, ...countries, ...abbreviations, ...old, ...meant].join(' '));
  if (words.every((word) => ` ${all}`.includes(` ${word}`))) return ranks.start;
  return words.every((word) => `${all} ${offset.toLowerCase()}`.includes(word)) ? ranks.part : null;
}

/** Lower case without accents; separators in zone names become spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[\s/_,.()-]+/g, ' ')
    .trim();
}

/** Pattern that finds offsets from a typed part: +5, +05:3, UTC-8, gmt+0530; null for other text. */
function offsetPattern(typed: string): RegExp | null {
  const [, sign, hour = '', minutes = ''] =
    /^(?:utc|gmt)?\s*([+\-\u2212])\s*(0\d|1[0-4]|\d)(?::?([0-5]?\d?))?$/i.exec(typed.trim()) ?? [];
  if (sign === undefined) return null;
  return new RegExp(`^UTC${sign === '+' ? '\\+' : '-'}${hour.padStart(2, '0')}:${minutes}`);
}
