import { env } from '#server/env.server.ts';

/** The Settings page after a payment; only these addresses are passed to the provider. */
export function settingsUrl(outcome?: 'success' | 'canceled'): string {
  const page = `${env().APP_ORIGIN}/dashboard/settings`;
  return outcome ? `${page}?${outcome}=true` : page;
}
