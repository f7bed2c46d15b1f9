const everyMs = 30_000;
/** Between the fires of two minutes, and away from the minute's own. */
const offsetMs = 15_000;

/** The next instant to sample all processes of a soak, in UTC milliseconds, the same for all. */
export function nextSampleAt(now) {
  return (Math.floor((now - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
}
