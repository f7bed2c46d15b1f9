import { expect, test } from 'vitest';
import type { JobFigures } from '#server/job-metrics/read-job-figures.server.ts';
import { metricsText } from './job-metrics.ts';

const job = (given: Partial<JobFigures> = {}): JobFigures => ({
  jobId: 42,
  name: 'Billing',
  isPaused: false,
  lastOutcome: 'failed',
  lastRunAt: 1_764_200_000_000,
  durationMs: 392,
  latenessMs: 20,
  nextRunAt: null,
  failureStreak: 3,
  ...{ success: 7, failed: 1, superseded: 0, skipped: 0, missed: 0, unknown: 0 },
  ...given,
});

const linesOf = (jobs: JobFigures[]) => [...metricsText(jobs)].join('').split('\n');

test('each metric has its help, its type and a sample of each job; unknown values have none', () => {
  const lines = linesOf([job(), job({ jobId: 43, durationMs: null })]);
  expect(lines).toContain('# TYPE punctual_job_executions_total counter');
  expect(lines).toContain(
    'punctual_job_executions_total{job_id="42",job_name="Billing",outcome="success"} 7',
  );
  expect(lines).toContain('punctual_job_last_outcome{job_id="42",job_name="Billing",outcome="failed"} 1');
  expect(lines).toContain('punctual_job_last_duration_seconds{job_id="42",job_name="Billing"} 0.392');
  expect(lines.filter((line) => line.startsWith('punctual_job_last_duration_seconds{'))).toHaveLength(1);
  expect(lines.some((line) => line.startsWith('punctual_job_next_fire_timestamp_seconds{'))).toBe(false);
});

test('names are escaped', () => {
  const name = 'a "b" \\ c\nd {e="f"}';
  expect(linesOf([job({ name })])).toContain(
    'punctual_job_paused{job_id="42",job_name="a \\"b\\" \\\\ c\\nd {e=\\"f\\"}"} 0',
  );
});

test('ten thousand jobs come in chunks', () => {
  const chunks = [...metricsText(Array.from({ length: 10_000 }, (_, jobId) => job({ jobId })))];
  expect(chunks.length).toBeGreaterThan(50);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
});
