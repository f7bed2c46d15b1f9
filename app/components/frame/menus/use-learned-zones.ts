import { useMatches } from '@remix-run/react';
import { learnZones, type ZoneSpans } from '#app/format/zone-spans.ts';

/** Pages with times of jobs return what the server says of their zones from their loader, as `zoneSpans`. */
export function useLearnedZones(): void {
  for (const { data } of useMatches()) {
    const { zoneSpans } = (data ?? {}) as { zoneSpans?: ZoneSpans };
    learnZones(zoneSpans);
  }
}
