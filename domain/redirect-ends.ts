/** Redirects followed in one attempt. */
export const mostRedirects = 5;

/** The reason, in a verdict, of a redirect after the last one that is followed. */
const tooManyRedirects = `more than ${mostRedirects} redirects are not followed`;

/** The reason, in a verdict, of redirects that end where they began. */
export const redirectsCircle = 'the redirects form a loop';

/** The reason, in a verdict, of a redirect the limit of its domain holds back. */
export const redirectCapped = 'leads to a domain that has reached its request limit for this minute';

/** The reason, in a verdict, for a redirect to a host at its limit of calls until the timeout. */
const redirectBusy = 'leads to a host that had too many calls out';

/** The reason, in a verdict, of a redirect that would take a secret to another origin. */
export const payloadKept = 'leads to another origin, and the payload contains a secret';

/** Why the last redirect was not followed. */
export type RedirectEnd = 'too_many' | 'loop' | 'capped' | 'busy';

export const redirectEndReasons: Record<RedirectEnd, string> = {
  too_many: tooManyRedirects,
  loop: redirectsCircle,
  capped: redirectCapped,
  busy: redirectBusy,
};

/** The end of the first sentence of a verdict. */
export const redirectEndWords: Record<RedirectEnd, string> = {
  too_many: `and leads on: ${tooManyRedirects}`,
  loop: `and leads back to an earlier request: ${redirectsCircle}`,
  capped: `and ${redirectCapped}`,
  busy: `and ${redirectBusy} until the timeout`,
};

/** Reads from a verdict why the last redirect was not followed; null if it gives another reason. */
export function redirectEndOf(verdict: string | null | undefined): RedirectEnd | null {
  const ends = Object.keys(redirectEndWords) as RedirectEnd[];
  return ends.find((end) => verdict?.includes(redirectEndReasons[end])) ?? null;
}
