import { env } from '#server/env.server.ts';

/** The Settings page, where whoever pays comes back to; nothing but these addresses is handed to the provider. */
export function settingsUrl(outcome?: 'success' | 'canceled'): string {
  const page = `${env().APP_ORIGIN}/dashboard/settings`;
  return outcome ? `${page}?${outcome}=true` : page;
}
