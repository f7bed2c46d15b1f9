import { findTail } from './tail-rule.ts';
import type { ZoneData } from './zone-data.ts';
import type { ZoneRules } from './zone.ts';

/** The file data/packed/latest.json of the package moment-timezone: https://momentjs.com/timezone/docs/#/data-formats/ */
export interface PackedZones {
  version: string;
  /** `name|abbreviations|offsets|which offset when|minutes between changes|population`, numbers to the base of 60. */
  zones: readonly string[];
  /** `zone|other name` */
  links: readonly string[];
  /** `country|names` */
  countries: readonly string[];
}

/** Reports whether a value read from a file has the form of packed zones, with at least UTC among them. */
export function isPackedZones(value: unknown): value is PackedZones {
  if (typeof value !== 'object' || value === null) return false;
  const { version, zones, links, countries } = value as Record<string, unknown>;
  const areTexts = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'string');
  return (
    typeof version === 'string' &&
    /^\d{4}[a-z]+$/.test(version) &&
    [zones, links, countries].every(areTexts) &&
    (zones as string[]).some((zone) => zone.startsWith('Etc/UTC|'))
  );
}

/** The file lists changes up to this year, or later ones. */
const listedUntil = 2037;

/**
 * Reads packed zones, each on first use. They list changes up to 2037; later ones follow the rule of the last ten
 * years.
 */
export function readPackedZones({ version, zones, links, countries }: PackedZones): ZoneData {
  const packed = new Map(zones.map((zone) => [zone.slice(0, zone.indexOf('|')), zone]));
  const countryNames = countries.flatMap((country) => country.split('|')[1]?.split(' ') ?? []);
  return {
    version,
    zones: [...packed.keys()],
    links: new Map(
      links.map((link) => {
        const [target = '', name = ''] = link.split('|');
        return [name, target];
      }),
    ),
    current: [...new Set(countryNames)].sort(),
    rulesOf(zone) {
      const text = packed.get(zone);
      return text === undefined ? undefined : readZone(text);
    },
  };
}

/**
 * The last two abbreviations of the clocks of zones, such as EST and EDT, or numbers such as +03.
 * @returns by the name of each zone and link, the latest first
 */
export function readAbbreviations({ zones, links }: PackedZones): Map<string, string[]> {
  const abbreviations = new Map<string, string[]>();
  for (const zone of zones) {
    const [name = '', known = '', , indices = ''] = zone.split('|');
    const names = known.split(' ');
    const used = Array.from(indices, (index) => names[fromBase60(index)] ?? '').reverse();
    abbreviations.set(name, [...new Set(used)].slice(0, 2));
  }
  for (const link of links) {
    const [target = '', name = ''] = link.split('|');
    abbreviations.set(name, abbreviations.get(target) ?? []);
  }
  return abbreviations;
}

/**
 * The countries of zones, as ISO 3166 codes. Of names with the same rules a country has the last, which is its own: Sweden
 * is in Europe/Stockholm, not in Europe/Berlin.
 * @returns by the name of each zone, the country with the fewest zones first
 */
export function readCountries({ links, countries }: PackedZones): Map<string, string[]> {
  const targets = new Map(links.map((link) => link.split('|').reverse() as [string, string]));
  const lists = countries.map((country): [string, string[]] => {
    const [code = '', names = ''] = country.split('|');
    const own = new Map(names.split(' ').map((name) => [targets.get(name) ?? name, name]));
    return [code, [...own.values()]];
  });
  const byZone = new Map<string, string[]>();
  for (const [code, names] of lists.sort(([, one], [, other]) => one.length - other.length))
    for (const name of names) byZone.set(name, [...(byZone.get(name) ?? []), code]);
  return byZone;
}

function readZone(packed: string): ZoneRules {
  const [, , offsetTexts = '', indices = '', gaps = ''] = packed.split('|');
  // Minutes behind UTC, in the file.
  const known = offsetTexts.split(' ').map((text) => 0 - Math.round(fromBase60(text) * 60));
  const [first = 0, ...offsets] = Array.from(indices, (index) => known[fromBase60(index)] ?? 0);
  let minutes = 0;
  const changes = (gaps === '' ? [] : gaps.split(' ')).slice(0, offsets.length).map((gap) => {
    minutes += fromBase60(gap);
    return Math.round(minutes * 60);
  });
  const lastYear = Math.max(listedUntil, new Date((changes.at(-1) ?? 0) * 1000).getUTCFullYear());
  return { first, changes, offsets, tail: findTail({ first, changes, offsets, lastYear }) };
}

/** Digits 0-9, a-z, A-X; a minus before and a fraction behind a point are possible. */
function fromBase60(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = (part: string) => Array.from(part, digitOf);
  const above = digits(whole).reduce((sum, digit) => sum * 60 + digit, 0);
  const below = digits(fraction).reduceRight((sum, digit) => (sum + digit) / 60, 0);
  return text.startsWith('-') ? -(above + below) : above + below;
}

function digitOf(digit: string): number {
  const code = digit.charCodeAt(0);
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}
