import { hourMs } from '#domain/time/units.ts';
import type { Interval } from './interval.ts';
import type { ZoneChoice, ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { presets } from '#domain/schedule/presets.ts';
import { variables } from '#domain/text/variables.ts';
import {
  commonTimeZones,
  listTimeZones,
  offsetLabel,
  oldZoneNames,
  zoneVersion,
} from '#domain/schedule/timezone.ts';
import { zoneWords } from '#domain/zones/zone-words.ts';
import '#domain/zones/shipped-zones.ts';

/** Options of a job form. They come with the page, so the browser needs no cron library for them. */
export interface FormChoices {
  intervals: Interval[];
  zones: ZoneChoices;
  variables: Variable[];
  /** Names of the account's channels. */
  channels: string[];
}

/** A name allowed in double braces. */
export interface Variable {
  name: string;
  meaning: string;
}

/**
 * @param chosen the job's zone: one that the list lacks, such as a link's name, is added
 * @param secrets names of the account's secrets
 * @param channels names of its channels
 */
export function formChoices({
  now,
  chosen = 'UTC',
  secrets = [],
  channels = [],
}: {
  now: number;
  chosen?: string;
  secrets?: readonly string[];
  channels?: readonly string[];
}): FormChoices {
  const { common, all } = listedZones(now);
  const isListed = [...common, ...all].some(({ id }) => id === chosen);
  const added = isListed ? [] : [{ id: chosen, offset: offsetLabel({ timeZone: chosen, at: now }) }];
  return {
    intervals: presets.map(({ value, label, cron }) => ({ value, label, cron })),
    variables: [
      ...variables.map(({ name, meaning }) => ({ name, meaning })),
      ...secrets.map((name) => ({ name: `secret.${name}`, meaning: 'A secret of your account' })),
    ],
    zones: { common: [...common, ...added], all },
    channels: [...channels],
  };
}

let known: { hour: number; version: string; zones: ZoneChoices } | undefined;

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Offsets change at full hours or quarters of them: the 400 are computed once an hour. */
function listedZones(now: number): ZoneChoices {
  const hour = Math.floor(now / hourMs);
  const version = zoneVersion();
  if (known?.hour === hour && known.version === version) return known.zones;
  const old = oldZoneNames();
  const choice = (id: string): ZoneChoice => {
    const { countries, abbreviations, meant } = zoneWords({ name: id, now });
    return {
      id,
      offset: offsetLabel({ timeZone: id, at: now }),
      // Lists that are empty stay out of the page.
      ...(countries.length > 0 && { countries: countries.map((code) => countryNames.of(code) ?? code) }),
      ...(abbreviations.length > 0 && { abbreviations: [...abbreviations] }),
      ...(meant.length > 0 && { meant: [...meant] }),
      ...(old.has(id) && { old: old.get(id) }),
    };
  };
  const common = new Set<string>(commonTimeZones);
  const others = listTimeZones().filter((id) => !common.has(id));
  known = { hour, version, zones: { common: commonTimeZones.map(choice), all: others.map(choice) } };
  return known.zones;
}
