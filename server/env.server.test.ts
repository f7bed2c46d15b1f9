import { expect, test } from 'vitest';
import { readEnv } from '#server/env.server.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const least = { DATABASE_URL: 'postgres://127.0.0.1/punctual' };
const production = {
  ...least,
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://punctual.example',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'punctual',
  SESSION_SECRETS: 'a-session-secret-of-more-than-32-characters',
  DATA_KEYS: `one:${key}`,
  KEY_PEPPERS: `one:${key}`,
};

test('production starts with its address, an identity provider, session secrets and keys', () => {
  expect(readEnv(production).NODE_ENV).toBe('production');
});

test.each(['APP_ORIGIN', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'SESSION_SECRETS', 'DATA_KEYS', 'KEY_PEPPERS'])(
  'production does not start without %s, and says so',
  (name) => {
    expect(() => readEnv({ ...production, [name]: '' })).toThrow(name);
  },
);

test.each([
  ['PUNCTUAL_NOW', '2026-11-21T15:05:12Z'],
  ['PUNCTUAL_WATCH', '1'],
  ['RATE_LIMIT_SCALE', '10'],
  ['STRIPE_API_URL', 'https://payments.example'],
])('production does not start with %s', (name, value) => {
  expect(() => readEnv({ ...production, [name]: value })).toThrow(name);
});

test('S4: allowed targets stop the start in production unless they are repeated', () => {
  const opened = { ...production, OUTBOUND_ALLOW_TARGETS: '127.0.0.1:4010' };
  expect(() => readEnv(opened)).toThrow('OUTBOUND_ALLOW_TARGETS');
  const repeated = { ...opened, OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION: '127.0.0.1:4010' };
  expect(readEnv(repeated).OUTBOUND_ALLOW_TARGETS).toEqual(['127.0.0.1:4010']);
});

test.each(['127.0.0.1', '10.0.0.0/8:80', '*:80', '127.0.0.1:0', '127.0.0.1:65536', '[::g]:80'])(
  'S4: %s is not an exact target',
  (pair) => {
    expect(() => readEnv({ ...least, OUTBOUND_ALLOW_TARGETS: pair })).toThrow('OUTBOUND_ALLOW_TARGETS');
  },
);

test.each([
  'http://127.0.0.1:3000',
  'http://localhost:3000',
  'http://[::1]:3000',
  'https://punctual.example',
])('sessions may use %s', (origin) => {
  expect(readEnv({ ...least, APP_ORIGIN: origin }).APP_ORIGIN).toBe(origin);
  expect(readEnv({ ...least, OIDC_ISSUER: origin }).OIDC_ISSUER).toBe(origin);
});

test.each(['http://punctual.example', 'http://127.0.0.1.evil.example', 'ftp://127.0.0.1', '127.0.0.1'])(
  'sessions may not use %s',
  (origin) => {
    expect(() => readEnv({ ...least, APP_ORIGIN: origin })).toThrow('APP_ORIGIN');
    expect(() => readEnv({ ...least, OIDC_ISSUER: origin })).toThrow('OIDC_ISSUER');
  },
);

test.each(['one', `one:${key.slice(4)}`, `one:${key},one:${key}`])(
  'an error in the keys %# stops the start',
  (keys) => {
    expect(() => readEnv({ ...least, DATA_KEYS: keys })).toThrow('DATA_KEYS');
  },
);

test('a key never appears in the message that refuses it', () => {
  expect(() => readEnv({ ...least, DATA_KEYS: 'one:my-secret-key' })).toThrow(/^(?!.*my-secret-key)/s);
});

test('all errors are reported at once', () => {
  expect(() => readEnv({ PORT: 'x', SESSION_SECRETS: 'short' })).toThrow(
    /PORT.*SESSION_SECRETS|SESSION_SECRETS.*PORT/s,
  );
});

test('mail needs both an SMTP server and a sender, or neither', () => {
  const mail = {
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    MAIL_FROM: 'Punctual <notes@punctual.example>',
  };
  expect(readEnv({ ...least, ...mail }).MAIL_FROM).toBe('Punctual <notes@punctual.example>');
  expect(readEnv(least).SMTP_URL).toBe('');
  expect(() => readEnv({ ...least, SMTP_URL: mail.SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readEnv({ ...least, ...mail, SMTP_URL: 'https://mail.example' })).toThrow('SMTP_URL');
  expect(() => readEnv({ ...least, ...mail, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toThrow(
    'MAIL_FROM',
  );
});

test.each(['a@b.example', '<a@b.example>', 'The A, at B <a@b.example>', 'A@B <a@b.example>'])(
  '%s is a sender',
  (sender) => {
    expect(readEnv({ ...least, MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
  },
);

test.each(['a', 'a@', '@b.example', 'A a@b.example', 'A <a@b.example', 'a@b.example>', 'A <a@b.example> c'])(
  '%s is not a sender',
  (sender) => {
    expect(() => readEnv({ ...least, MAIL_FROM: sender })).toThrow('MAIL_FROM');
  },
);

test('the keys of web push have their form and are set together', () => {
  const keys = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'b'.repeat(43) };
  expect(readEnv({ ...least, ...keys })).toMatchObject(keys);
  for (const wrong of [
    { VAPID_PUBLIC_KEY: '' },
    { VAPID_PRIVATE_KEY: '' },
    { VAPID_PUBLIC_KEY: 'short' },
    { VAPID_PRIVATE_KEY: 'my-secret-key' },
  ]) {
    expect(() => readEnv({ ...least, ...keys, ...wrong })).toThrow(/VAPID_(?!.*my-secret-key)/);
  }
});

test('the keys of the payment provider have their form and are set together', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' };
  expect(readEnv({ ...least, ...keys })).toMatchObject({
    STRIPE_WEBHOOK_SECRET: ['whsec_1', 'whsec_2'],
    STRIPE_API_URL: 'https://api.stripe.com',
  });
  for (const wrong of [
    { STRIPE_SECRET_KEY: '' },
    { STRIPE_WEBHOOK_SECRET: '' },
    { STRIPE_SECRET_KEY: 'pk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'secret' },
  ]) {
    expect(() => readEnv({ ...least, ...keys, ...wrong })).toThrow('STRIPE_');
  }
  expect(readEnv({ ...production, ...keys }).STRIPE_SECRET_KEY).toBe('sk_test_1');
});

test.each(['203.0.113.7', '203.0.113.7, 198.51.100.0/24', '2001:db8::/48', '2001:db8::1,203.0.113.0/32'])(
  'accepts the egress addresses %s',
  (addresses) => {
    const { EGRESS_ADDRESSES, EGRESS_UPDATED_AT } = readEnv({
      ...least,
      EGRESS_ADDRESSES: addresses,
      EGRESS_UPDATED_AT: '2026-11-27',
    });
    expect(EGRESS_ADDRESSES).toEqual(addresses.split(',').map((one) => one.trim()));
    expect(EGRESS_UPDATED_AT).toBe('2026-11-27');
  },
);

test.each([
  '203.0.113',
  '203.0.113.7/33',
  '203.0.113.7/24',
  '203.0.113.7/',
  '2001:db8::1/48',
  '2001:db8::/129',
  'fe80::1%eth0',
  'calls.punctual.example',
  '203.0.113.7/24/24',
])('refuses the egress addresses %s', (addresses) => {
  const given = { ...least, EGRESS_ADDRESSES: addresses, EGRESS_UPDATED_AT: '2026-11-27' };
  expect(() => readEnv(given)).toThrow('EGRESS_ADDRESSES');
});

test('egress addresses and their date go together, and the date is one', () => {
  expect(() => readEnv({ ...least, EGRESS_ADDRESSES: '203.0.113.7' })).toThrow('EGRESS_UPDATED_AT');
  expect(() => readEnv({ ...least, EGRESS_UPDATED_AT: '2026-11-27' })).toThrow('EGRESS_ADDRESSES');
  const given = { ...least, EGRESS_ADDRESSES: '203.0.113.7', EGRESS_UPDATED_AT: '2026-02-30' };
  expect(() => readEnv(given)).toThrow('EGRESS_UPDATED_AT');
});
