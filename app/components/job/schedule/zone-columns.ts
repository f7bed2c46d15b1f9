import type { ZoneMode } from '#app/format/display-zone.ts';
import { cityOf, wallTime } from '#app/format/time-format.ts';

/** A column of times for one zone, or for several with the same times. */
export interface ZoneColumn {
  modes: ZoneMode[];
  zone: string;
  head: string;
}

const words: Record<ZoneMode, string> = { job: 'Job', mine: 'You', utc: 'UTC' };

/**
 * Columns for the job's zone, the user's and UTC. Zones with the same time at every instant share a column.
 * @param instants all instants in the table, UTC milliseconds
 */
export function zoneColumns({
  jobZone,
  mine,
  instants,
}: {
  jobZone: string;
  mine: string;
  instants: readonly number[];
}): ZoneColumn[] {
  const shownIn = (timeZone: string) =>
    instants.map((at) => Object.values(wallTime({ at, timeZone })).join(' ')).join();
  const columns: (Omit<ZoneColumn, 'head'> & { shown: string })[] = [];
  const zones: [ZoneMode, string][] = [
    ['job', jobZone],
    ['mine', mine],
    ['utc', 'UTC'],
  ];
  for (const [mode, zone] of zones) {
    const shown = shownIn(zone);
    const same = columns.find((column) => column.shown === shown);
    if (same) same.modes.push(mode);
    else columns.push({ modes: [mode], zone, shown });
  }
  return columns.map(({ modes, zone }) => ({ modes, zone, head: headOf({ modes, zone }) }));
}

/** "Job: Paris", "Job and you: Berlin", "You and UTC: London", "Job, you and UTC" */
function headOf({ modes, zone }: Omit<ZoneColumn, 'head'>): string {
  const said = modes.map((mode, index) => (index > 0 && mode === 'mine' ? 'you' : words[mode]));
  const last = said.at(-1) ?? '';
  const joined = said.length === 1 ? last : `${said.slice(0, -1).join(', ')} and ${last}`;
  return modes.includes('utc') && cityOf(zone) === 'UTC' ? joined : `${joined}: ${cityOf(zone)}`;
}
