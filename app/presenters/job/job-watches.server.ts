import { delayText } from '#domain/job/retry-delays.ts';
import { watchProblemTexts } from '#domain/job/watched-part.ts';
import { daysLeftText } from '#domain/notifications/certificate-steps.ts';
import { dayInWords } from '#domain/schedule/instant-words.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';
import { type JobCertificate, jobCertificate } from '#server/watches/job-certificate.server.ts';
import { readWatched, type WatchedNow } from '#server/watches/read-watched.server.ts';

/** Certificate, times and watched response of a job, as its page shows them. */
export interface JobWatches {
  /** "Certificate of api.example.com expires on Jan 3, 2027, in 37 days" */
  certificate: string | null;
  /** "Late after 30s, too long after 2m" */
  timing: string | null;
  watched: WatchedLine | null;
}

interface WatchedLine {
  /** As saved with the job. */
  watch: string;
  /** Beginning of the last value; null before the first success that had one. */
  value: string | null;
  /** UTC milliseconds; null before the first success. */
  since: number | null;
  /** Why the last success was not compared. */
  problem: string | null;
}

const longestShown = 200;

/** @param now UTC milliseconds */
export async function readJobWatches({
  ownerId,
  job,
  now,
}: {
  ownerId: number;
  job: DecryptedJob;
  now: number;
}): Promise<JobWatches> {
  const { id: jobId, answerWatch: watch, timeZone } = job;
  const [certificate, watched] = await Promise.all([
    jobCertificate({ url: job.webhookUrl }),
    readWatched({ ownerId, jobId, watch }),
  ]);
  return {
    certificate: certificate && certificateText({ certificate, timeZone, now }),
    timing: timingText(job),
    watched: watch === null ? null : toWatchedLine({ watch, watched }),
  };
}

function certificateText({
  certificate: { host, endsAt },
  timeZone,
  now,
}: {
  certificate: JobCertificate;
  timeZone: string;
  now: number;
}): string {
  const day = dayInWords({ at: endsAt, timeZone });
  if (endsAt <= now) return `Certificate of ${host} expired on ${day}`;
  return `Certificate of ${host} expires on ${day}, ${daysLeftText({ endsAt, now })}`;
}

function timingText({ lateAfter, tooLongAfter }: Pick<DecryptedJob, 'lateAfter' | 'tooLongAfter'>) {
  const late = lateAfter === null ? [] : [`late after ${delayText(lateAfter)}`];
  const long = tooLongAfter === null ? [] : [`too long after ${delayText(tooLongAfter)}`];
  const text = [...late, ...long].join(', ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function toWatchedLine({ watch, watched }: { watch: string; watched: WatchedNow | null }): WatchedLine {
  const text = watched?.text ?? null;
  return {
    watch,
    value: text !== null && text.length > longestShown ? `${text.slice(0, longestShown)}…` : text,
    since: watched?.changedAt ?? null,
    problem: watched?.problem ? watchProblemTexts[watched.problem] : null,
  };
}
