const leastGraceMs = 10_000;
const beyondGraceMs = 20_000;

/** How late a fire still runs as scheduled: the grace in which a lost one is handed out again, and 20 s. */
export function lateLimitOf(graceMs = leastGraceMs): number {
  return graceMs + beyondGraceMs;
}
