const leastGraceMs = 10_000;
const beyondGraceMs = 20_000;

/** Maximum lateness of a fire that still runs as scheduled: the grace before redispatch, plus 20 s. */
export function lateLimitOf(graceMs = leastGraceMs): number {
  return graceMs + beyondGraceMs;
}
