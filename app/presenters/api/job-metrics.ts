import { outcomes } from '#domain/outcome.ts';
import type { JobFigures } from '#server/job-metrics/read-job-figures.server.ts';

/** A metric with its samples of one job: labels beside the job's own, and the value. */
interface Family {
  name: string;
  type: 'gauge' | 'counter';
  help: string;
  samples: (job: JobFigures) => [labels: string, value: number | null][];
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000);

const families: Family[] = [
  {
    name: 'punctual_job_executions_total',
    type: 'counter',
    help: 'Executions of the job since it was created, by outcome.',
    samples: (job) => outcomes.map((outcome) => [`,outcome="${outcome}"`, job[outcome]]),
  },
  {
    name: 'punctual_job_last_outcome',
    type: 'gauge',
    help: 'Outcome of the last run: 1 for the one that the label names.',
    samples: ({ lastOutcome }) => (lastOutcome === null ? [] : [[`,outcome="${lastOutcome}"`, 1]]),
  },
  {
    name: 'punctual_job_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last run started.',
    samples: ({ lastRunAt }) => [['', seconds(lastRunAt)]],
  },
  {
    name: 'punctual_job_last_duration_seconds',
    type: 'gauge',
    help: 'Duration of the last run, retries included.',
    samples: ({ durationMs }) => [['', seconds(durationMs)]],
  },
  {
    name: 'punctual_job_last_lateness_seconds',
    type: 'gauge',
    help: 'How long after its scheduled time the last run started.',
    samples: ({ latenessMs }) => [['', seconds(latenessMs)]],
  },
  {
    name: 'punctual_job_next_fire_timestamp_seconds',
    type: 'gauge',
    help: 'The next scheduled time; absent for a job that does not run.',
    samples: ({ nextRunAt }) => [['', seconds(nextRunAt)]],
  },
  {
    name: 'punctual_job_failure_streak',
    type: 'gauge',
    help: 'Failures in a row up to the last run.',
    samples: ({ failureStreak }) => [['', failureStreak]],
  },
  {
    name: 'punctual_job_paused',
    type: 'gauge',
    help: '1 while the job is paused.',
    samples: ({ isPaused }) => [['', isPaused ? 1 : 0]],
  },
];

/** Characters of a chunk: the response is written while it is made. */
const chunkLength = 65_536;

/** The metrics of jobs in the text format of Prometheus, in chunks. All samples of a metric are together. */
export function* metricsText(jobs: JobFigures[]): Generator<string, undefined> {
  const labels = jobs.map(({ jobId, name }) => `job_id="${jobId}",job_name="${escapeLabel(name)}"`);
  let chunk = '';
  for (const { name, type, help, samples } of families) {
    chunk += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [index, job] of jobs.entries()) {
      for (const [more, value] of samples(job))
        if (value !== null) chunk += `${name}{${labels[index] ?? ''}${more}} ${value}\n`;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/** Backslash, quote and line break, as the format says. */
const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
