import { useMatches } from '@remix-run/react';
import { learnZones, type ZoneSpans } from '#app/format/zone-spans.ts';

/** Learns the zones of jobs from loaders: pages with times of jobs return them as `zoneSpans`. */
export function useLearnedZones(): void {
  for (const { data } of useMatches()) {
    const { zoneSpans } = (data ?? {}) as { zoneSpans?: ZoneSpans };
    learnZones(zoneSpans);
  }
}
