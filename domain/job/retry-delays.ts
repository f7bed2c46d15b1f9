import { daySeconds, hourSeconds, minuteSeconds } from '#domain/time/units.ts';

// Waits between attempts a job sets itself, instead of the service's own (domain/job/retry).

export const retryDelayKinds = ['default', 'fixed', 'exponential', 'list'] as const;

/** The same wait each time, one that doubles, or one after the other; `jitter` spreads each by up to a fifth. */
export type RetryDelays =
  | { kind: 'fixed' | 'exponential'; seconds: number; jitter: boolean }
  | { kind: 'list'; seconds: number[]; jitter: boolean };

export const shortestDelaySeconds = 1;
export const longestDelaySeconds = daySeconds;
/** As many as there are retries at most. */
export const mostDelays = 10;
const longestServiceSeconds = 1_800;

/**
 * Seconds to wait before retry n, without jitter. The waits of the service triple from 5 s up to half an hour
 * (security.md section 10); an exponential wait doubles up to 24 hours; the last one of a list is repeated.
 * @param delays of the job; null for those of the service
 * @param retry 1 for the second attempt
 */
export function plannedDelaySeconds({
  delays,
  retry,
}: {
  delays: RetryDelays | null;
  retry: number;
}): number {
  if (delays === null) return Math.min(5 * 3 ** (retry - 1), longestServiceSeconds);
  if (delays.kind === 'list') return delays.seconds[retry - 1] ?? delays.seconds.at(-1) ?? 1;
  const factor = delays.kind === 'exponential' ? 2 ** (retry - 1) : 1;
  return Math.min(delays.seconds * factor, longestDelaySeconds);
}

/**
 * Milliseconds to wait before retry n; waits a job sets stay within 1 second and 24 hours.
 * @param random a draw from [0, 1), without effect where there is no jitter
 */
export function drawDelayMs({
  delays,
  retry,
  random,
}: {
  delays: RetryDelays | null;
  retry: number;
  random: number;
}): number {
  const plannedMs = plannedDelaySeconds({ delays, retry }) * 1_000;
  const spreadMs = plannedMs * (0.8 + 0.4 * random);
  if (delays === null) return spreadMs;
  if (!delays.jitter) return plannedMs;
  return Math.min(Math.max(spreadMs, shortestDelaySeconds * 1_000), longestDelaySeconds * 1_000);
}

/** 90 is "1m 30s", 300 is "5m", 7200 is "2h". */
export function delayText(seconds: number): string {
  const parts = [
    [Math.trunc(seconds / hourSeconds), 'h'],
    [Math.trunc((seconds % hourSeconds) / minuteSeconds), 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join(' ') || '0s';
}

/** Reads "30", "30s", "5m", "1h 30m" as seconds; null for anything else. */
export function readDelay(text: string): number | null {
  const found = /^(?:(\d{1,2})\s*h\s*)?(?:(\d{1,4})\s*m\s*)?(?:(\d{1,6})\s*s?)?$/i.exec(text.trim());
  if (!found || text.trim() === '') return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = found;
  return Number(hours) * hourSeconds + Number(minutes) * minuteSeconds + Number(seconds);
}

/**
 * "10s, 20s, 40s": the planned waits from one retry on to the last, without the spread.
 * @param from 1 for the wait before the second attempt
 */
export function delaysText({
  delays,
  retryCount,
  from = 1,
}: {
  delays: RetryDelays | null;
  retryCount: number;
  from?: number;
}): string {
  const retries = Array.from({ length: Math.max(retryCount - from + 1, 0) }, (_, index) => index + from);
  return retries.map((retry) => delayText(plannedDelaySeconds({ delays, retry }))).join(', ');
}

/** "10s, 20s, 40s, each up to 20 % shorter or longer"; null where nothing is retried. */
export function retrySentence(job: { delays: RetryDelays | null; retryCount: number }): string | null {
  const { delays, retryCount } = job;
  if (retryCount === 0) return null;
  const isSame = retryCount > 1 && delays?.kind === 'fixed';
  const waits = isSame ? `${delayText(delays.seconds)} each time` : delaysText(job);
  const spread =
    retryCount > 1 && !isSame ? 'each up to 20% shorter or longer' : 'up to 20% shorter or longer';
  return delays === null || delays.jitter ? `${waits}, ${spread}` : waits;
}

/** As the API and exports write them. */
export function toWireDelays(delays: RetryDelays | null) {
  return delays ?? { kind: 'default' as const, seconds: null, jitter: true };
}

const example = 'such as {"kind": "list", "seconds": [10, 60, 300], "jitter": true}';
const range = 'Each delay must be 1 second to 24 hours, in whole seconds.';

/**
 * Delays as they are given: an object, or the text of a JSON object.
 * @returns null for the service's own; a message when they are neither
 */
export function readRetryDelays(given: unknown): { delays: RetryDelays | null } | { message: string } {
  if (given === undefined || given === null || given === '') return { delays: null };
  const parsed = typeof given === 'string' ? parseJson(given) : given;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { message: `Enter an object, ${example}.` };
  const { kind, seconds, jitter = true, ...others } = parsed as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return {
      message: `${unknown.slice(0, 40)} is not a field of retry delays. Use kind, seconds and jitter.`,
    };
  if (typeof jitter !== 'boolean') return { message: 'The jitter of retry delays must be true or false.' };
  switch (kind) {
    case 'default':
      if (seconds !== undefined && seconds !== null)
        return { message: 'The default retry delays have no seconds. Remove them, or choose another kind.' };
      return { delays: null };
    case 'fixed':
    case 'exponential':
      return isDelay(seconds)
        ? { delays: { kind, seconds, jitter } }
        : { message: `Enter one delay. ${range}` };
    case 'list':
      return readList({ seconds, jitter });
    default:
      return { message: `The kind of retry delays must be one of ${retryDelayKinds.join(', ')}.` };
  }
}

function readList({ seconds, jitter }: { seconds: unknown; jitter: boolean }) {
  if (!Array.isArray(seconds) || seconds.length === 0)
    return { message: `Enter a list of delays, one for each retry. ${range}` };
  if (seconds.length > mostDelays)
    return {
      message: `There are ${seconds.length} delays. A list can have at most ${mostDelays}, one for each retry.`,
    };
  if (!seconds.every(isDelay)) return { message: `One of the delays is not valid. ${range}` };
  return { delays: { kind: 'list' as const, seconds, jitter } };
}

function isDelay(seconds: unknown): seconds is number {
  return (
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= shortestDelaySeconds &&
    seconds <= longestDelaySeconds
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
