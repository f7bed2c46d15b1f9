import { useMatches } from '@remix-run/react';
import { useNow, useZoneOf } from '#app/components/ui/display-zone.tsx';
import { cityOf, wallTime } from '#app/format/time-format.ts';

/** Current time in the page's zone: on a job's pages, the job's zone while the switch is on Job. */
export function HeaderClock() {
  const zone = useZoneOf(useJobZone());
  const now = useNow();
  return (
    <span className="flex items-baseline gap-1.5 font-semibold whitespace-nowrap">
      <time dateTime={new Date(now).toISOString()}>{wallTime({ at: now, timeZone: zone }).second}</time>
      <small className="text-xs font-normal text-muted">{cityOf(zone)}</small>
    </span>
  );
}

/** Pages of one job return its zone from their loader as `jobZone`. */
function useJobZone(): string | undefined {
  for (const { data } of useMatches().toReversed()) {
    if (typeof data === 'object' && data && 'jobZone' in data && typeof data.jobZone === 'string')
      return data.jobZone;
  }
  return undefined;
}
