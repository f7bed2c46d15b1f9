import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { readServiceFigures } from '#server/status/read-service-days.server.ts';
import { readZoneStatus } from '#server/zones/zone-status.server.ts';

/** Figures of the status page for programs: public, and cacheable for a minute. */
export const loader = resourceLoader({
  guard: anybody,
  run: async () => Response.json(await figures(), { headers: { 'Cache-Control': 'public, max-age=60' } }),
});

async function figures() {
  const [{ days, countedAt, isCalling }, zoneData] = await Promise.all([
    readServiceFigures(),
    readZoneStatus(),
  ]);
  return {
    is_calling: isCalling,
    time_zone_data: {
      version: zoneData.version,
      since: zoneData.since?.toISOString() ?? null,
    },
    counted_at: countedAt === null ? null : new Date(countedAt).toISOString(),
    days: days.map(({ day, fires, missed, unknown, limited, latenessP50Ms, latenessP99Ms }) => ({
      day,
      fires,
      missed,
      unknown,
      limited,
      lateness_p50_ms: latenessP50Ms,
      lateness_p99_ms: latenessP99Ms,
    })),
  };
}
