import type { Interval } from '#app/components/job/use-schedule-modes.ts';
import type { ZoneChoice, ZoneChoices } from '#app/components/job/zone-select.tsx';
import { presets } from '#domain/presets.ts';
import { variables } from '#domain/variables.ts';
import { commonTimeZones, listTimeZones, offsetLabel, oldZoneNames, zoneVersion } from '#domain/timezone.ts';
import '#domain/zones/shipped-zones.ts';

const hourMs = 3_600_000;

/** What the lists of a job form offer. They come with the page: the browser needs no cron library for them. */
export interface FormChoices {
  intervals: Interval[];
  zones: ZoneChoices;
  variables: Variable[];
}

/** A name that may stand in double braces. */
export interface Variable {
  name: string;
  meaning: string;
}

/**
 * @param chosen the job's zone: one that the list lacks, such as a link's name, is added
 * @param secrets names of the account's secrets
 */
export function formChoices({
  now,
  chosen = 'UTC',
  secrets = [],
}: {
  now: number;
  chosen?: string;
  secrets?: readonly string[];
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
  };
}

let known: { hour: number; version: string; zones: ZoneChoices } | undefined;

/** Offsets change at full hours or quarters of them: the 400 are computed once an hour. */
function listedZones(now: number): ZoneChoices {
  const hour = Math.floor(now / hourMs);
  const version = zoneVersion();
  if (known?.hour === hour && known.version === version) return known.zones;
  const old = oldZoneNames();
  const choice = (id: string): ZoneChoice => {
    const names = old.get(id)?.join(' ');
    return { id, offset: offsetLabel({ timeZone: id, at: now }), ...(names && { old: names }) };
  };
  const common = new Set<string>(commonTimeZones);
  const others = listTimeZones().filter((id) => !common.has(id));
  known = { hour, version, zones: { common: commonTimeZones.map(choice), all: others.map(choice) } };
  return known.zones;
}
