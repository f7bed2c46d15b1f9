import type { DisplayZone } from '#app/format/display-zone.ts';
import type { HeatCell, HeatFigures } from '#app/format/heat-words.ts';
import { heatMetrics, type HeatMetric } from '#domain/heat-metric.ts';
import type { Tier } from '#domain/plan.ts';
import { lastDays, weekdays, weekHourSpans } from '#domain/schedule/week-hours.ts';
import { quarterHoursUntil } from '#server/heat-map/count-quarter-hours.server.ts';
import { heatDays, keptHeatDays } from '#server/heat-map/heat-days.ts';
import { sumByWeekHour, type HeatSums, type QuarterSums } from '#server/heat-map/heat-sums.ts';
import { keptOwnerQuarters } from '#server/heat-map/kept-owner-quarters.server.ts';
import { jobQuarters, jobsOfHour } from '#server/heat-map/read-quarter-hours.server.ts';

const shownJobs = 20;
const everyMinutes = 10;

/** A heat map as pages show it. Instants are UTC milliseconds. */
export interface HeatMapView {
  metric: HeatMetric;
  /** Number of days, today included. */
  days: number;
  isCutByPlan: boolean;
  /** "2026-11-21" */
  firstDay: string;
  zone: string;
  /** Null before the first count of all jobs has ended. */
  countedUntil: number | null;
  everyMinutes: number;
  /** Hours of the week with runs, in order. */
  cells: HeatCell[];
}

interface Asked {
  params: URLSearchParams;
  tier: Tier;
  display: Pick<DisplayZone, 'mode' | 'mine'>;
  /** UTC milliseconds */
  now: number;
}

/** The heat map of a job, which the caller has found to be the visitor's. */
export function readJobHeatMap({
  jobId,
  jobZone,
  ...asked
}: Asked & { jobId: number; jobZone: string }): Promise<HeatMapView> {
  const { mode, mine } = asked.display;
  const zone = mode === 'utc' ? 'UTC' : mode === 'job' ? jobZone : mine;
  return readView({ ...asked, zone, read: (from) => jobQuarters({ jobId, from }) });
}

/** A job with runs in an hour of the week. */
export interface HeatJob extends HeatFigures {
  id: number;
  name: string;
}

/** The heat map of an account, and the jobs of the hour the address names. */
export async function readOwnerHeatMap({ ownerId, ...asked }: Asked & { ownerId: number }): Promise<{
  view: HeatMapView;
  chosen: { place: number; jobs: HeatJob[]; total: number } | null;
}> {
  const { mode, mine } = asked.display;
  const zone = mode === 'utc' ? 'UTC' : mine;
  const place = placeOf(asked.params);
  const [view, found] = await Promise.all([
    readView({ ...asked, zone, read: (from) => keptOwnerQuarters({ ownerId, from }) }),
    place === null ? null : readJobs({ ...asked, ownerId, zone, place }),
  ]);
  return { view, chosen: found && place !== null ? { place, ...found } : null };
}

async function readView({
  params,
  tier,
  now,
  zone,
  read,
}: Asked & { zone: string; read: (from: number) => Promise<QuarterSums[]> }): Promise<HeatMapView> {
  const days = heatDays(tier);
  const { firstDay, from } = lastDays({ days, timeZone: zone, now });
  const [quarters, countedUntil] = await Promise.all([read(from), quarterHoursUntil()]);
  const cells = [...sumByWeekHour({ quarters, timeZone: zone, from })]
    .sort(([one], [other]) => one - other)
    .map(([place, sums]) => ({ place, ...toFigures(sums) }));
  return {
    ...{ metric: metricOf(params), days, isCutByPlan: days < keptHeatDays, firstDay, zone },
    ...{ countedUntil, everyMinutes, cells },
  };
}

async function readJobs({
  ownerId,
  params,
  tier,
  now,
  zone,
  place,
}: Asked & { ownerId: number; zone: string; place: number }) {
  const { from } = lastDays({ days: heatDays(tier), timeZone: zone, now });
  const { jobs, total } = await jobsOfHour({
    ownerId,
    spans: weekHourSpans({
      ...{ weekday: weekdays[Math.floor(place / 24)] ?? null, hour: place % 24 },
      ...{ timeZone: zone, from, until: now },
    }),
    metric: metricOf(params),
    limit: shownJobs,
  });
  return { jobs: jobs.map(({ id, name, ...sums }) => ({ id, name, ...toFigures(sums) })), total };
}

function toFigures(sums: HeatSums): HeatFigures {
  const { runs, failures, late, latenessSumMs, latenessMaxMs, timed, durationSumMs } = sums;
  return {
    ...{ runs, failures, late, latenessMaxMs, timed },
    latenessMs: late === 0 ? null : Math.round(latenessSumMs / late),
    durationMs: timed === 0 ? null : Math.round(durationSumMs / timed),
  };
}

function metricOf(params: URLSearchParams): HeatMetric {
  return heatMetrics.find((metric) => metric === params.get('heat')) ?? 'runs';
}

function placeOf(params: URLSearchParams): number | null {
  const weekday = weekdays.findIndex((name) => name === params.get('weekday'));
  const hour = params.get('hour') ?? '';
  return weekday >= 0 && /^\d{1,2}$/.test(hour) && Number(hour) <= 23 ? weekday * 24 + Number(hour) : null;
}
