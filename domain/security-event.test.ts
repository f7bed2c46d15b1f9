import { expect, test } from 'vitest';
import { isGrave, securityEvents, securityEventTypes } from './security-event.ts';

const codes: Record<string, string> = {
  INFO: 'login logout user_changed admin_action job_changed channel_changed key_viewed key_changed tier_changed export',
  WARNING: 'job_auto_paused channel_disabled csp_violation clock_skew stripe_stale',
  ERROR: 'unhandled dependency_down decrypt_failed notification_failed',
  AUTH_FAILURE: 'login_failed sync_failed token_bad token_reused key_bad access_denied',
  RATE_LIMIT: 'limit_exceeded target_cap',
  SUSPICIOUS: 'target_blocked csrf foreign_id open_redirect stripe_bad_signature self_call',
};

test('every security event has one of the six types, and a unique sentence', () => {
  const byType: Record<string, string[]> = {};
  for (const [code, { type }] of Object.entries(securityEvents)) (byType[type] ??= []).push(code);
  expect(byType).toEqual(
    Object.fromEntries(Object.entries(codes).map(([type, list]) => [type, list.split(' ')])),
  );
  const texts = Object.values(securityEvents).map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

test('ERROR, AUTH_FAILURE and SUSPICIOUS are severe, the others are not', () => {
  expect(securityEventTypes).toEqual(Object.keys(codes));
  expect(securityEventTypes.filter(isGrave)).toEqual(['ERROR', 'AUTH_FAILURE', 'SUSPICIOUS']);
});
