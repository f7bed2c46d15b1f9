import { readServiceFigures } from '#server/status/read-service-days.server.ts';

/** The figures of the status page, for programs: anybody may read them and keep them for a minute. */
export async function loader() {
  const { days, countedAt, isCalling } = await readServiceFigures();
  const body = {
    is_calling: isCalling,
    counted_at: countedAt === null ? null : new Date(countedAt).toISOString(),
    days: days.map(({ day, fires, missed, unknown, latenessP50Ms, latenessP99Ms }) => ({
      day,
      fires,
      missed,
      unknown,
      lateness_p50_ms: latenessP50Ms,
      lateness_p99_ms: latenessP99Ms,
    })),
  };
  return Response.json(body, { headers: { 'Cache-Control': 'public, max-age=60' } });
}
