/** A run as the latency card draws it. */
export interface TimedRun {
  id: number;
  scheduledFor: number;
  attempts: number;
  /** From the first attempt to the end, with the waits between attempts; null when it did not run. */
  durationMs: number | null;
  /** The last attempt alone. */
  latencyMs: number | null;
  /** Behind its schedule; null for a run without one. */
  latenessMs: number | null;
  isFailed: boolean;
}
