import type { Keys } from '#dev/state/keys.ts';
import type { Ports } from '#dev/state/ports.ts';
import type { Addresses } from './addresses.ts';

// The provider runs on this machine for one client: the secret guards nothing.
const developmentSecret = 'punctual-development';
const fakeStripe = {
  STRIPE_SECRET_KEY: 'sk_test_punctual',
  STRIPE_WEBHOOK_SECRET: 'whsec_punctual',
};

/** The settings of web, worker, migration and seed (server/env.server.ts). */
export function environmentOf({
  addresses,
  ports,
  keys,
  isWatching,
}: {
  addresses: Addresses;
  ports: Ports;
  keys: Keys;
  isWatching: boolean;
}): NodeJS.ProcessEnv {
  const given = process.env.OUTBOUND_ALLOW_TARGETS?.split(',') ?? [];
  return {
    ...process.env,
    ...keys,
    NODE_ENV: 'development',
    APP_ORIGIN: addresses.url,
    HOST: '127.0.0.1',
    PORT: String(ports.web),
    DATABASE_URL: addresses.databaseUrl,
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    TEMPORAL_UI_URL: addresses.temporalUi,
    OIDC_ISSUER: addresses.identityUrl,
    OIDC_CLIENT_ID: process.env.OIDC_CLIENT_ID ?? 'punctual-dev',
    OIDC_CLIENT_SECRET: process.env.OIDC_CLIENT_SECRET ?? developmentSecret,
    OUTBOUND_ALLOW_TARGETS: [
      ...new Set([
        ...[...given, new URL(addresses.echoUrl).host, new URL(addresses.receiversUrl).host],
        ...[...localPair(addresses.url), ...localPair(addresses.identityUrl)],
      ]),
    ]
      .filter(Boolean)
      .join(','),
    ...(addresses.paymentsUrl && { ...fakeStripe, STRIPE_API_URL: addresses.paymentsUrl }),
    SMTP_URL: addresses.smtpUrl,
    TELEGRAM_API: process.env.TELEGRAM_API ?? addresses.receiversUrl,
    PAGERDUTY_EVENTS: process.env.PAGERDUTY_EVENTS ?? addresses.receiversUrl,
    MAIL_FROM: process.env.MAIL_FROM ?? 'Punctual <notes@punctual.test>',
    SHUTDOWN_GRACE_SECONDS: process.env.SHUTDOWN_GRACE_SECONDS ?? '5',
    ...(isWatching && { PUNCTUAL_WATCH: '1' }),
  };
}

/**
 * Our own address on this machine, so the example job reaches `/echo`: the guard allows nothing else on it. That of the
 * provider, so jobs can get tokens there.
 */
function localPair(url: string): string[] {
  const { hostname, host, port } = new URL(url);
  return port !== '' && (hostname === '127.0.0.1' || hostname === 'localhost') ? [host] : [];
}
