import '#domain/zones/shipped-zones.ts';
import { useZoneData } from '#domain/zones/zones-in-use.ts';
import { env } from '#server/env.server.ts';

/** Computes by the zone data of TZ_DATA, where an operator has set it, at the start of a process or a thread. */
export function loadZones(): void {
  const { TZ_DATA: data } = env();
  if (data) useZoneData(data);
}
