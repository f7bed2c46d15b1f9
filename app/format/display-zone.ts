import type { ZoneSpans } from '#app/format/zone-spans.ts';

export type ZoneMode = 'job' | 'mine' | 'utc';
export interface DisplayZone {
  /** The choice of the header's switch. */
  mode: ZoneMode;
  /** The browser's zone as its cookie says; UTC until it has said so. */
  mine: string;
  /** The server's clock when the page was made, UTC milliseconds. */
  now: number;
  /** What the server says of that zone. */
  spans?: ZoneSpans | undefined;
}
