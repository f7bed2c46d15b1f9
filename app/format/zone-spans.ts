import { minuteMs } from '#domain/time/units.ts';

// Time zone offsets from the server: its data may be newer than the browser's, and it decides when jobs run (D12a).

/** UTC offsets of a zone around the time of a page. */
export interface ZoneSpan {
  /** End of the known range, UTC milliseconds. */
  until: number;
  /** UTC offset in minutes from each of these instants on, oldest first. */
  spans: [from: number, minutes: number][];
}

export type ZoneSpans = Readonly<Record<string, ZoneSpan>>;

type Source = (asked: { at: number; timeZone: string }) => number | null;

const learned = new Map<string, ZoneSpan>();
let source: Source | null = null;

/** Stores the zone offsets of a page's data. */
export function learnZones(spans: ZoneSpans | undefined): void {
  for (const [timeZone, span] of Object.entries(spans ?? {})) learned.set(timeZone, span);
}

/** Sets the source of offsets on the server, which has the zone data. */
export function setZoneSource(from: Source): void {
  source = from;
}

/** Milliseconds a zone is ahead of UTC, according to the server; null if the server has not sent them. */
export function knownOffset({ at, timeZone }: { at: number; timeZone: string }): number | null {
  if (source !== null) return source({ at, timeZone });
  const { until, spans } = learned.get(timeZone) ?? { until: 0, spans: [] };
  const minutes = at < until ? spans.findLast(([from]) => from <= at)?.[1] : undefined;
  return minutes === undefined ? null : minutes * minuteMs;
}
