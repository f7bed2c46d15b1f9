import type { TimelineStep } from '#app/presenters/charts/timeline-order.ts';
import type { PhaseTimes } from '#app/presenters/charts/waterfall-scale.ts';
import type { TimedRun } from '#app/presenters/execution/timed-run.ts';
import { dayMs } from '#domain/time/units.ts';

// Executions of the invented account (sample-account.ts), for the kit and the public page.

/** In words only: they also go from the server to the page. */
interface WordedStep extends TimelineStep {
  title: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

/** A fire of which two attempts failed twelve seconds ago and the third is due. */
export function sampleSteps(now: number): WordedStep[] {
  const due = now - 12_000;
  return [
    { kind: 'scheduled', at: due, isExact: true, title: 'Scheduled', detail: 'Every 5 minutes, UTC' },
    {
      kind: 'started',
      at: due + 38,
      isExact: true,
      title: 'Started',
      detail: 'Version 4 of the job',
      hint: '+38ms',
    },
    {
      kind: 'failed',
      at: due + 450,
      isExact: true,
      title: 'Attempt 1 failed, 503',
      detail: 'The response was 503.',
      hint: '412ms',
    },
    {
      kind: 'wait',
      at: due + 5067,
      isExact: true,
      title: 'Waited 4.6 s before attempt 2',
      detail: 'Planned wait 5s, less 8%',
      hint: '4,617ms',
    },
    {
      kind: 'failed',
      at: due + 6930,
      isExact: true,
      title: 'Attempt 2 failed, 503',
      detail: 'Status 503, Retry-After: 25',
      hint: '1,863ms',
    },
    {
      kind: 'retry',
      at: due + 31_930,
      isExact: true,
      title: 'Attempt 3 of 4',
      detail: 'Retry-After 25s; 15s was planned',
      hint: 'in 20s',
    },
    {
      kind: 'retry',
      at: due + 77_000,
      title: 'Attempt 4 of 4',
      detail: 'If attempt 3 fails, within 5s',
      hint: 'in 1m 05s',
    },
    {
      kind: 'next_fire',
      at: due + 300_000,
      title: 'Next run',
      detail: 'No retries start from then on',
      hint: 'in 4m 48s',
    },
  ];
}

/** Thirty nightly runs: one at the limit, one that did not run. */
export function sampleRuns(now: number): TimedRun[] {
  return Array.from({ length: 30 }, (_, index) => {
    const latencyMs = index === 22 ? null : index === 8 ? 4_900 : 1_400 + ((index * 7) % 11) * 90;
    return {
      id: index,
      scheduledFor: now - (30 - index) * dayMs,
      attempts: index === 22 ? 0 : 1,
      durationMs: latencyMs,
      latencyMs,
      latenessMs: index === 22 ? null : index === 18 ? 212 : 18 + ((index * 5) % 13) * 3,
      isFailed: index === 8,
    };
  });
}

/** Phases of the first attempt's duration. */
export const sampleTimes: { times: PhaseTimes; totalMs: number } = {
  times: { dnsMs: 4, connectMs: 11, tlsMs: 23, waitMs: 368, downloadMs: 6 },
  totalMs: 412,
};
