const now = new Date();
const monthIndex = (now.getUTCMonth() + 6) % 12;

/**
 * A schedule that fires once a year, five to six months from now: one at the turn of a month or year would fire during
 * a test at that time.
 */
export const rare = `0 0 1 ${monthIndex + 1} *`;

/** Its next fire, UTC milliseconds. */
export const nextRare = Date.UTC(
  now.getUTCFullYear() + (monthIndex <= now.getUTCMonth() ? 1 : 0),
  monthIndex,
  1,
);
