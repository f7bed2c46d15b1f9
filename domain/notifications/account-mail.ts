import { dayMs } from '#domain/time/units.ts';

/** Mails about an account, not about one of its jobs. */
export type AccountMailKind =
  'welcome' | 'trial_ending' | 'payment_failed' | 'events_disabled' | 'channel_disabled' | OptionalMailKind;

/** Kinds a person can turn off, in Settings or through the link in each email. */
export type OptionalMailKind = 'jobs_paused' | 'weekly_summary';

/** Names on the settings page and on the page behind the unsubscribe link. */
export const optionalMails: Record<OptionalMailKind, { name: string; hint: string }> = {
  jobs_paused: {
    name: 'Paused Jobs',
    hint: 'When Punctual pauses jobs automatically: after long failure or a downgrade.',
  },
  weekly_summary: {
    name: 'Weekly Summary',
    hint: 'On Mondays: what ran in the week before, and what failed.',
  },
};

export function isOptionalMail(kind: string): kind is OptionalMailKind {
  return Object.hasOwn(optionalMails, kind);
}

/** Days before its end that a trial is announced to end. */
export const trialNoticeDays = 3;

/**
 * The Monday whose midnight (UTC) began the last full week; null except on Mondays from 06:00 UTC on, when its days are
 * counted and checked.
 * @param now UTC milliseconds
 * @returns "2026-11-16"
 */
export function summedUpWeek(now: number): string | null {
  const date = new Date(now);
  if (date.getUTCDay() !== 1 || date.getUTCHours() < 6) return null;
  return new Date(now - 7 * dayMs).toISOString().slice(0, 10);
}
