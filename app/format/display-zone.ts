import type { ZoneSpans } from '#app/format/zone-spans.ts';

/** Choice of the header's switch: the job's zone, the browser's, or UTC. */
export type ZoneMode = 'job' | 'mine' | 'utc';

/** Time zone settings of a page. */
export interface DisplayZone {
  mode: ZoneMode;
  /** The browser's zone from its cookie; UTC without one. */
  mine: string;
  /** Server time when the page was rendered, UTC milliseconds. */
  now: number;
  /** The server's UTC offsets of that zone. */
  spans?: ZoneSpans | undefined;
}
