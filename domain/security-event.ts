/** Types as the specification's section 4 lists them; codes as the security log writes them. */
export const securityEventTypes = [
  'INFO',
  'WARNING',
  'ERROR',
  'AUTH_FAILURE',
  'RATE_LIMIT',
  'SUSPICIOUS',
] as const;

export type SecurityEventType = (typeof securityEventTypes)[number];

/** Reports whether entries of a type are shown as destructive (specification section 4). */
export function isGrave(type: SecurityEventType): boolean {
  return type === 'ERROR' || type === 'AUTH_FAILURE' || type === 'SUSPICIOUS';
}

export const securityEvents = {
  login: { type: 'INFO', text: 'Signed in.' },
  logout: { type: 'INFO', text: 'Signed out.' },
  user_changed: { type: 'INFO', text: 'An account was changed.' },
  admin_action: { type: 'INFO', text: 'An admin made a change.' },
  job_changed: { type: 'INFO', text: 'A job was changed.' },
  channel_changed: { type: 'INFO', text: 'A notification channel was changed.' },
  key_viewed: { type: 'INFO', text: 'An API key or the signing secret was shown.' },
  key_changed: { type: 'INFO', text: 'An API key or the signing secret was created, changed or revoked.' },
  tier_changed: { type: 'INFO', text: 'A plan was changed.' },
  export: { type: 'INFO', text: 'Data was exported.' },
  job_auto_paused: { type: 'WARNING', text: 'A job was paused after failing for long.' },
  channel_disabled: { type: 'WARNING', text: 'A notification channel was disabled after failing for long.' },
  csp_violation: { type: 'WARNING', text: 'A browser blocked what the content policy forbids.' },
  clock_skew: { type: 'WARNING', text: 'The clock of a process differs from the database.' },
  stripe_stale: { type: 'WARNING', text: 'A payment event came out of order.' },
  unhandled: { type: 'ERROR', text: 'A request ended with an unexpected error.' },
  dependency_down: { type: 'ERROR', text: 'A service that the product needs did not respond.' },
  decrypt_failed: { type: 'ERROR', text: 'A stored secret could not be decrypted.' },
  notification_failed: { type: 'ERROR', text: 'A notification could not be delivered.' },
  login_failed: { type: 'AUTH_FAILURE', text: 'A sign-in failed.' },
  sync_failed: { type: 'AUTH_FAILURE', text: 'A sign-in could not be completed in the browser.' },
  token_bad: { type: 'AUTH_FAILURE', text: 'A token was refused.' },
  token_reused: { type: 'AUTH_FAILURE', text: 'A token was used twice.' },
  key_bad: { type: 'AUTH_FAILURE', text: 'An API key was refused.' },
  access_denied: { type: 'AUTH_FAILURE', text: 'A page or call was refused to this account.' },
  limit_exceeded: { type: 'RATE_LIMIT', text: 'A rate limit was reached.' },
  target_cap: { type: 'RATE_LIMIT', text: 'The limit of calls to a domain was reached.' },
  target_blocked: { type: 'SUSPICIOUS', text: 'A call to a forbidden address was refused.' },
  csrf: { type: 'SUSPICIOUS', text: 'A form was sent from another site.' },
  foreign_id: { type: 'SUSPICIOUS', text: 'An account requested something that belongs to another.' },
  open_redirect: { type: 'SUSPICIOUS', text: 'A sign-in requested a redirect to another site.' },
  stripe_bad_signature: { type: 'SUSPICIOUS', text: 'A payment event had a wrong signature.' },
  self_call: { type: 'SUSPICIOUS', text: 'A job called this service itself.' },
} as const satisfies Record<string, { type: SecurityEventType; text: string }>;

export type SecurityEventCode = keyof typeof securityEvents;

/** Kind of an entry's subject by its code; codes without a subject are left out. */
export const subjectKinds: Partial<Record<SecurityEventCode, 'account' | 'job' | 'key'>> = {
  user_changed: 'account',
  admin_action: 'account',
  tier_changed: 'account',
  key_viewed: 'key',
  key_changed: 'key',
  job_changed: 'job',
  job_auto_paused: 'job',
  export: 'job',
  foreign_id: 'job',
  target_cap: 'job',
  target_blocked: 'job',
  self_call: 'job',
};
