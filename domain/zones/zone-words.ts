import packed from 'moment-timezone/data/packed/latest.json';
import { leapYearMs } from '#domain/time/units.ts';
import { readAbbreviations, readCountries } from './packed-zones.ts';
import { knownNames } from './zone-names.ts';
import { zoneOf } from './zones-in-use.ts';

/** Search terms for a zone besides its name. */
export interface ZoneWords {
  /** ISO 3166 codes, the one that the zone is mostly used in first. */
  countries: readonly string[];
  /** That its clocks use within a year, such as EST and EDT. */
  abbreviations: readonly string[];
  /** Names that are no zone and are mostly meant for this one: BST, Pacific Standard Time. */
  meant: readonly string[];
}

let read: { countries: Map<string, string[]>; abbreviations: Map<string, string[]> } | undefined;

/**
 * Search terms of a zone, from the release Punctual ships: a zone that is only in newer data has none.
 * @param now UTC milliseconds
 */
export function zoneWords({ name, now }: { name: string; now: number }): ZoneWords {
  read ??= { countries: readCountries(packed), abbreviations: readAbbreviations(packed) };
  const isChanging = zoneOf(name).periodAt(now).end < now + leapYearMs;
  return {
    countries: read.countries.get(name) ?? [],
    abbreviations: (read.abbreviations.get(name) ?? [])
      .slice(0, isChanging ? 2 : 1)
      .filter((text) => /^[A-Z]/.test(text)),
    meant: knownNames.filter(({ zone }) => zone === name).map((known) => known.name),
  };
}
