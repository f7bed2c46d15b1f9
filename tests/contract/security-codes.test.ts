import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SecurityEventCode, securityEvents } from '#domain/security-event.ts';

// S19: refused requests are entries of the security log. Maps each code to the test that triggers it on a real
// database.

const shownBy: Record<SecurityEventCode, string> = {
  login: 'tests/integration/sign-in/sign-in.test.ts',
  logout: 'tests/integration/sign-in/session.test.ts',
  user_changed: 'tests/integration/secrets/secrets.test.ts',
  admin_action: 'tests/integration/admin/accounts.test.ts',
  job_changed: 'tests/integration/jobs/create-job.test.ts',
  channel_changed: 'tests/integration/channels/channels.test.ts',
  channel_disabled: 'tests/integration/channels/delivery.test.ts',
  key_viewed: 'tests/integration/web/reveal-key.test.ts',
  key_changed: 'tests/integration/signing/signing-secret.test.ts',
  tier_changed: 'tests/integration/payments/webhooks.test.ts',
  export: 'tests/integration/accounts/export-account.test.ts',
  job_auto_paused: 'tests/integration/ledger/failing.test.ts',
  csp_violation: 'tests/integration/web/responses.test.ts',
  clock_skew: 'tests/integration/ledger/clocks.test.ts',
  stripe_stale: 'tests/integration/admin/log-codes.test.ts',
  unhandled: 'tests/integration/api/bad-times.test.ts',
  dependency_down: 'tests/integration/admin/log-codes.test.ts',
  decrypt_failed: 'tests/integration/admin/log-codes.test.ts',
  notification_failed: 'tests/integration/notifications/deliver-notification.test.ts',
  login_failed: 'tests/integration/sign-in/sign-in.test.ts',
  sync_failed: 'tests/integration/sign-in/sign-in.test.ts',
  token_bad: 'tests/integration/api/token.test.ts',
  token_reused: 'tests/integration/api/token.test.ts',
  key_bad: 'tests/integration/api/routes.test.ts',
  access_denied: 'tests/integration/admin/refusals.test.ts',
  limit_exceeded: 'tests/integration/rate-limit/consume-rate-limit.test.ts',
  target_cap: 'tests/integration/outbound/refusals.test.ts',
  target_blocked: 'tests/integration/outbound/refusals.test.ts',
  csrf: 'tests/integration/web/responses.test.ts',
  foreign_id: 'tests/integration/jobs/update-job.test.ts',
  open_redirect: 'tests/integration/sign-in/sign-in.test.ts',
  stripe_bad_signature: 'tests/integration/payments/webhooks.test.ts',
  self_call: 'tests/integration/api/routes.test.ts',
};

const sources = ['server', 'app', 'worker']
  .flatMap((room) => readdirSync(room, { recursive: true }).map((file) => join(room, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/generated\//.test(file))
  .map((file) => readFileSync(file, 'utf8'));

test.each(Object.keys(securityEvents) as SecurityEventCode[])(
  'S19: the code %s is written by the product and shown by a test',
  (code) => {
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true);
    expect(readFileSync(shownBy[code], 'utf8')).toContain(`'${code}'`);
  },
);
