import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseUrl } from '#domain/text/parse-url.ts';
import { readZoneData } from '#server/zones/read-zone-data.server.ts';

// The only reader of process.env. docs/operations.md lists every variable.

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** A secret of 32 bytes with a name the data made with it carries. */
export interface NamedKey {
  id: string;
  bytes: Buffer;
}

const keyList = list.transform((parts, context): NamedKey[] => {
  const keys = parts.map((part) => {
    const [, id = '', base64 = ''] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
    return { id, bytes: Buffer.from(base64, 'base64') };
  });
  // The faulty text stays out of the message: it may be a key.
  if (keys.some(({ bytes }) => bytes.length !== 32)) {
    context.addIssue(
      'takes id:base64 pairs of 32 bytes each, separated by commas; openssl rand -base64 32 makes one',
    );
  }
  if (new Set(keys.map(({ id }) => id)).size < keys.length) context.addIssue('names the same id twice');
  return keys;
});

/** Scheme, host and port; http only on loopback. */
const safeOrigin = z.url().transform((text, context) => {
  const { origin, protocol, hostname, username, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    context.addIssue('is https, or http on loopback');
  if (username || pathname !== '/' || search || hash) context.addIssue('takes scheme, host and port alone');
  return origin;
});

/** Exact pairs only: a range or a name could allow more than intended. */
const targetList = list.refine(
  (pairs) => pairs.every(isTargetPair),
  'takes pairs such as 127.0.0.1:4010 or [::1]:4010',
);

function isTargetPair(pair: string): boolean {
  const [, six, four, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([\d.]+|localhost)):(\d{1,5})$/.exec(pair) ?? [];
  const isHost = six ? isIPv6(six) : four === 'localhost' || isIPv4(four ?? '');
  return isHost && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Without host bits in a network: 10.0.0.1/8 may mean either. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : 0;
  if (bits === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false;
  return ipaddr.parseCIDR(text)[0].toString() === networkOf(text);
}

const networkOf = (text: string) =>
  (text.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4).networkAddressFromCIDR(text).toString();

function isSafeIssuer(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname } = url;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isSmtpUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

function isSender(text: string): boolean {
  return /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text);
}

const stripeApi = 'https://api.stripe.com';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Public origin: scheme, host and port, without a path. */
  APP_ORIGIN: safeOrigin.default('http://127.0.0.1:3000'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Where Prometheus reads what this process measures; 0 is off. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  DATABASE_URL: z.string().min(1),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_TASK_QUEUE: z.string().default('punctual'),
  TEMPORAL_UI_URL: z.string().default(''),
  OIDC_ISSUER: z.string().refine(isSafeIssuer, 'is https, or http on loopback').default(''),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  /** Comma-separated; the first signs, all verify. At least 32 characters each. */
  SESSION_SECRETS: list.refine(
    (secrets) => secrets.every(({ length }) => length >= 32),
    'takes 32 characters or more each',
  ),
  /** `id:base64` of 32 bytes each, comma-separated; the first encrypts, all decrypt. */
  DATA_KEYS: keyList,
  /** Same format; the first hashes new API keys, all verify. */
  KEY_PEPPERS: keyList,
  ADMIN_EMAILS: list,
  FEEDBACK_URL: z.string().default(''),
  /** Shows operators the details of /readyz from elsewhere than the machine itself. */
  OPERATOR_TOKEN: z
    .string()
    // The text stays out of the message: it is a credential.
    .regex(/^(?:[\x21-\x7e]{32,})?$/, 'must have 32 or more characters and no spaces')
    .default(''),
  /** Exact `address:port` pairs the guard of outbound calls lets pass. Development only. */
  OUTBOUND_ALLOW_TARGETS: targetList,
  OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION: list,
  OUTBOUND_UNCAPPED_DOMAINS: list,
  /** `smtp://user:password@host:587` or smtps://; without it nothing is sent by email. */
  SMTP_URL: z.string().refine(isSmtpUrl, 'is smtp://host:port or smtps://host:port').default(''),
  /** The sender of all mail: an address, or `Name <address>`. */
  MAIL_FROM: z.string().refine(isSender, 'is an address, or Name <address>, on one line').default(''),
  /** The key pair that push services of browsers know this installation by; without it nothing is pushed. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^(?:[\w-]{87})?$/, 'is a public key of web push, in base64url')
    .default(''),
  VAPID_PRIVATE_KEY: z
    .string()
    // The faulty text stays out of the message: it may be the key.
    .regex(/^(?:[\w-]{43})?$/, 'is the private key to VAPID_PUBLIC_KEY, in base64url')
    .default(''),
  /** Push services besides those of the common browsers. */
  PUSH_HOSTS: list,
  /** `sk_…` or a restricted `rk_…` of the payment provider; without it nothing can be bought. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:[sr]k_(?:test|live)_\w+)?$/, 'is sk_… or rk_…')
    .default(''),
  /** Comma-separated `whsec_…` of the webhook's endpoint; all verify, so it can be rolled. */
  STRIPE_WEBHOOK_SECRET: list.refine(
    (secrets) => secrets.every((secret) => /^whsec_\w+$/.test(secret)),
    'takes whsec_… each',
  ),
  /** Address of the payment provider; another one is for the fake Stripe in development. */
  STRIPE_API_URL: safeOrigin.default(stripeApi),
  /** Additional hosts for notifications of type slack, such as a Mattermost server. */
  SLACK_HOSTS: list,
  /** Address of Telegram's Bot API: another one is for a server of one's own, or for development. */
  TELEGRAM_API: safeOrigin.default('https://api.telegram.org'),
  /** Address for events of PagerDuty in place of those of its two service regions. */
  PAGERDUTY_EVENTS: safeOrigin.optional(),
  /** Addresses and networks (CIDR) that calls come from, for receivers that allow only known ones. */
  EGRESS_ADDRESSES: list.refine(
    (addresses) => addresses.every(isAddressOrNetwork),
    'takes addresses and networks such as 203.0.113.7 or 2001:db8::/48',
  ),
  /** The day they last changed. */
  EGRESS_UPDATED_AT: z.iso.date({ error: 'is a date such as 2026-11-27' }).optional(),
  /** Every rate limit times this: for benches, fuzzing and suites of tests. Refused in production. */
  RATE_LIMIT_SCALE: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** Newer zone data than the shipped one: the npm package moment-timezone, or compiled zones. */
  TZ_DATA: z
    .string()
    .default('')
    .transform((path, context) => {
      if (path === '') return null;
      try {
        return readZoneData(path);
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : 'cannot be read');
        return z.NEVER;
      }
    }),
  TRUSTED_PROXY_COUNT: z.coerce.number().int().min(0).max(10).default(0),
  /** Time after SIGTERM during which a web process reports 503 on /readyz but still accepts requests. */
  SHUTDOWN_NOTICE_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().int().min(0).max(600).default(30),
  /** Runs the worker keeps between their tasks; unset, as many as its memory allows. More take further workers. */
  MAX_CACHED_WORKFLOWS: z.coerce.number().int().min(10).max(32_000).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Builds pages on demand, with hot reload. Development only. */
  PUNCTUAL_WATCH: z.stringbool().default(false),
  /** A fixed clock for pictures and tests, ISO 8601. Refused in production. */
  PUNCTUAL_NOW: z.iso.datetime().optional(),
});

/** The names of all settings. */
export const knownSettings: string[] = Object.keys(schema.shape);

export type Env = z.infer<typeof schema>;

let cached: Env | undefined;

/**
 * Settings of this process, read once.
 * @throws Error that lists every missing or invalid setting with the reason
 */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** Exported for its tests; other code calls `env()`. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is invalid. ${errors.join('; ')}`);
  }
  if (Boolean(parsed.data.EGRESS_UPDATED_AT) !== parsed.data.EGRESS_ADDRESSES.length > 0)
    throw new Error(
      'The environment is not usable. EGRESS_ADDRESSES and EGRESS_UPDATED_AT: go together; readers compare the date',
    );
  if (parsed.data.SMTP_URL && !parsed.data.MAIL_FROM)
    throw new Error('The environment is not usable. MAIL_FROM: says who sends what goes out by SMTP_URL');
  if (Boolean(parsed.data.STRIPE_SECRET_KEY) !== parsed.data.STRIPE_WEBHOOK_SECRET.length > 0)
    throw new Error(
      'The environment is not usable. STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: go together; without news from the provider nobody gets what they paid for',
    );
  if (Boolean(parsed.data.VAPID_PUBLIC_KEY) !== Boolean(parsed.data.VAPID_PRIVATE_KEY))
    throw new Error('The environment is not usable. VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: go together');
  const errors = productionErrors({ settings: parsed.data, given });
  if (errors.length > 0) throw new Error(`Refusing to start in production. ${errors.join(' ')}`);
  return parsed.data;
}

/** D49 and security.md section 2: what production does not start with. */
function productionErrors({
  settings,
  given,
}: {
  settings: Env;
  given: Record<string, string | undefined>;
}): string[] {
  if (settings.NODE_ENV !== 'production') return [];
  const errors: string[] = [];
  if (!given['APP_ORIGIN']) errors.push('APP_ORIGIN is not set.');
  if (!settings.OIDC_ISSUER || !settings.OIDC_CLIENT_ID)
    errors.push('OIDC_ISSUER and OIDC_CLIENT_ID are not set.');
  if (settings.SESSION_SECRETS.length === 0) errors.push('SESSION_SECRETS is not set.');
  if (settings.DATA_KEYS.length === 0) errors.push('DATA_KEYS is not set.');
  if (settings.KEY_PEPPERS.length === 0) errors.push('KEY_PEPPERS is not set.');
  if (settings.RATE_LIMIT_SCALE !== 1) errors.push('RATE_LIMIT_SCALE loosens every rate limit.');
  if (settings.STRIPE_API_URL !== stripeApi) errors.push('STRIPE_API_URL leads payments elsewhere.');
  if (settings.PUNCTUAL_NOW) errors.push('PUNCTUAL_NOW fixes the clock.');
  if (settings.PUNCTUAL_WATCH) errors.push('PUNCTUAL_WATCH serves unbuilt pages.');
  const allowed = settings.OUTBOUND_ALLOW_TARGETS.join(',');
  if (allowed && allowed !== settings.OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION.join(',')) {
    errors.push(
      'OUTBOUND_ALLOW_TARGETS opens internal addresses; OUTBOUND_ALLOW_TARGETS_IN_PRODUCTION must repeat it.',
    );
  }
  return errors;
}
