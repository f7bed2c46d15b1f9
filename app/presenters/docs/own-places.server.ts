import { env } from '#server/env.server.ts';

/** Values of this installation: its origin and its contacts. */
export function ownPlaces(): Record<string, string> {
  return {
    origin: env().APP_ORIGIN,
    'abuse.contact': contact('Punctual: report of abuse'),
    'privacy.contact': contact('Punctual: privacy'),
  };
}

/** The sender's mailbox is monitored; without it, the address for feedback. */
function contact(subject: string): string {
  const { MAIL_FROM, FEEDBACK_URL } = env();
  const address = /<([^<>]+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  if (address !== '')
    return `Write to [${address}](mailto:${address}?subject=${encodeURIComponent(subject)}).`;
  if (FEEDBACK_URL !== '')
    return `Write to the people who run it, at [their address for feedback](${FEEDBACK_URL}).`;
  return 'This installation has no contact address yet. Its operators set one with `MAIL_FROM`; until then, contact the owner of its network address in the public registry.';
}
