// Lengths of time: `...Ms` in milliseconds, `...Seconds` in seconds. A day of a clock change has another length.

export const minuteMs = 60_000;
export const quarterMs = 15 * minuteMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** The longest year. */
export const leapYearMs = 366 * dayMs;

export const minuteSeconds = 60;
export const hourSeconds = 60 * minuteSeconds;
export const daySeconds = 24 * hourSeconds;

export const dayMinutes = 24 * 60;
