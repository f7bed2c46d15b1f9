import { delayText } from '#domain/job/retry-delays.ts';
import { instantInWords } from '#domain/schedule/instant-words.ts';
import { daysLeftText } from './certificate-steps.ts';
import { type EventDetails, longestShownValue } from './event-details.ts';

/** The event in one line. @param now UTC milliseconds, for the days that are left */
export function eventTitle({
  details,
  jobName,
  now,
}: {
  details: EventDetails;
  jobName: string;
  now: number;
}): string {
  switch (details.kind) {
    case 'late':
      return `${jobName} started late`;
    case 'too_long':
      return details.durationMs === null ? `${jobName} is still running` : `${jobName} took too long`;
    case 'certificate':
      return `${jobName}: the certificate of ${details.host} expires ${daysLeftText({ endsAt: details.endsAt, now })}`;
    case 'answer_changed':
      return `The response of ${jobName} changed`;
  }
}

/**
 * The facts of an event, a sentence each.
 * @param due the line about the scheduled time; null without an execution
 */
export function eventLines({
  details,
  timeZone,
  due,
}: {
  details: EventDetails;
  timeZone: string;
  due: string | null;
}): string[] {
  return [...linesOf({ details, timeZone }), ...(due === null ? [] : [due])];
}

function linesOf({ details, timeZone }: { details: EventDetails; timeZone: string }): string[] {
  switch (details.kind) {
    case 'late':
      return [
        `It started ${durationText(details.latenessMs)} after its scheduled time. Your limit is ${delayText(details.afterSeconds)}.`,
      ];
    case 'too_long':
      return details.durationMs === null
        ? [`The run has not finished after ${delayText(details.afterSeconds)}.`]
        : [
            `The run took ${durationText(details.durationMs)}. Your limit is ${delayText(details.afterSeconds)}.`,
          ];
    case 'certificate':
      return [
        `The TLS certificate of ${details.host} expires on ${instantInWords({ at: details.endsAt, timeZone })}. It was issued by ${details.issuer}.`,
        'Renew it before then, or runs will start to fail.',
      ];
    case 'answer_changed':
      return details.before === details.after
        ? [
            `${watchText(details.watch)} has changed since the last successful run, after its first ${longestShownValue} characters.`,
          ]
        : [
            `${watchText(details.watch)} has changed since the last successful run.`,
            `Before: ${valueText(details.before)}`,
            `Now: ${valueText(details.after)}`,
          ];
  }
}

/** "The body", "The field $.version", "The match of /version (\d+)/" */
function watchText(watch: string): string {
  if (watch === 'body') return 'The body';
  return watch.startsWith('$') ? `The field ${watch}` : `The match of ${watch}`;
}

const valueText = (value: string) => (value === '' ? '(empty)' : value);

/** "850 ms", "42s", "1h 2m" */
function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : delayText(Math.round(ms / 1_000));
}
