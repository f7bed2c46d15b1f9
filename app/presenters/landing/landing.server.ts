import { sampleAccount } from '#app/presenters/sample/sample-account.ts';
import { sampleSteps } from '#app/presenters/sample/sample-execution.ts';
import { keptPreview } from './kept-preview.server.ts';

/** Schedule of the showcase: a clock change moves it in March and not in November. */
const changing = { cron: '30 2 * * *', timeZone: 'Europe/Paris' };

const fiveMinutesMs = 300_000;
/** Two attempts have failed by then, and the third is due. */
const intoFireMs = 12_000;

/**
 * Data of the public page besides its texts: the response to a cron line, and an invented account around now.
 * @param cron as typed; possibly invalid
 * @param timeZone of the reader
 * @param now UTC milliseconds
 */
export function toLanding({ cron, timeZone, now }: { cron: string; timeZone: string; now: number }) {
  // A fire of every five minutes was due at one of them.
  const shownAt = Math.floor(now / fiveMinutesMs) * fiveMinutesMs + intoFireMs;
  return {
    cron,
    response: keptPreview({ cron, timeZone, now, count: 5 }),
    sample: sampleAccount(now),
    changing: keptPreview({ ...changing, now, count: 5 }),
    fire: { shownAt, steps: sampleSteps(shownAt) },
  };
}

export type Landing = ReturnType<typeof toLanding>;
