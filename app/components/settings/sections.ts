/** Sections of the settings, with anchor and name. */
export const settingsSections = [
  ['subscription', 'Subscription'],
  ['profile', 'Profile'],
  ['api-keys', 'API Key'],
  ['notifications', 'Notifications'],
  ['mail', 'Mail'],
  ['push', 'Push Messages'],
  ['signing', 'Signing Secret'],
  ['secrets', 'Secrets'],
  ['event-subscriptions', 'Event Subscriptions'],
  ['sessions', 'Sessions'],
  ['account', 'Your Data'],
  ['statistics', 'Statistics'],
  ['appearance', 'Appearance'],
] as const;
