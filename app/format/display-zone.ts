import type { ZoneSpans } from '#app/format/zone-spans.ts';

/** The choice of the header's switch: the job's zone, the browser's, or UTC. */
export type ZoneMode = 'job' | 'mine' | 'utc';

/** The zone in which a page shows times. */
export interface DisplayZone {
  mode: ZoneMode;
  /** The browser's zone as its cookie says; UTC until it has said so. */
  mine: string;
  /** The server's clock when the page was made, UTC milliseconds. */
  now: number;
  /** The server's periods of that zone. */
  spans?: ZoneSpans | undefined;
}
