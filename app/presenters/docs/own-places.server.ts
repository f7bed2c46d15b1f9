import { env } from '#server/env.server.ts';

/** What the texts say of this installation: where it is, and who is asked. */
export function ownPlaces(): Record<string, string> {
  return {
    origin: env().APP_ORIGIN,
    'abuse.contact': contact('Punctual: report of abuse'),
    'privacy.contact': contact('Punctual: privacy'),
  };
}

/** The mailbox that all mail comes from is the one that is read; without it, the address for feedback. */
function contact(subject: string): string {
  const { MAIL_FROM, FEEDBACK_URL } = env();
  const address = /<([^<>]+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  if (address !== '')
    return `Write to [${address}](mailto:${address}?subject=${encodeURIComponent(subject)}).`;
  if (FEEDBACK_URL !== '')
    return `Write to the people who run it, at [their address for feedback](${FEEDBACK_URL}).`;
  return 'This installation names no mailbox yet. The people who run it do so with the setting `MAIL_FROM`; until then ask whoever has the address of this service in the registry of its network.';
}
