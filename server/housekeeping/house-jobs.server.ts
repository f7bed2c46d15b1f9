import { removeExpired } from './remove-expired.server.ts';
import type { HouseJob } from './types.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Every system job there is: each becomes a Temporal Schedule of its own. */
export const houseJobs: HouseJob[] = [
  { name: 'expired', everyMs: hourMs, offsetMs: 5 * minuteMs, run: removeExpired },
];
