import { join } from 'node:path';
import { nodePart } from '#dev/parts/node-part.ts';
import type { Part } from '#dev/parts/part.ts';
import { isResponding } from '#dev/parts/until.ts';
import type { Ports } from '#dev/state/ports.ts';
import { nodeFlags } from '#server/node-flags.ts';
import { webProgram } from './web-build.ts';

const source = (file: string) => ['--import', 'tsx', file];
const seeLog = 'What it said last stands above. Mend it and start again.';

/** The certified identity provider of development. */
export function identityPart({
  home,
  ports,
  env,
}: {
  home: string;
  ports: Ports;
  env: NodeJS.ProcessEnv;
}): Part {
  return nodePart({
    name: 'identity',
    args: source('dev/identity/main.ts'),
    env: { ...env, IDENTITY_PORT: String(ports.identity), PUNCTUAL_HOME: home },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.identity}/.well-known/openid-configuration`),
    politeMs: 1_000,
  });
}

/** A target that seeded jobs and tests call. */
export function echoPart({ ports }: { ports: Ports }): Part {
  return nodePart({
    name: 'echo',
    args: source('dev/echo/main.ts'),
    env: { ...process.env, ECHO_PORT: String(ports.echo) },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.echo}/requests?limit=0`),
    politeMs: 1_000,
  });
}

/** Plays the providers of notifications and checks what arrives. */
export function receiversPart({ ports }: { ports: Ports }): Part {
  return nodePart({
    name: 'receivers',
    args: source('dev/receivers/main.ts'),
    env: { ...process.env, RECEIVERS_PORT: String(ports.receivers) },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.receivers}/messages`),
    politeMs: 1_000,
  });
}

/** The fake Stripe. */
export function paymentsPart({
  home,
  ports,
  env,
}: {
  home: string;
  ports: Ports;
  env: NodeJS.ProcessEnv;
}): Part {
  return nodePart({
    name: 'payments',
    args: source('dev/payments/main.ts'),
    env: { ...env, PAYMENTS_PORT: String(ports.payments), PUNCTUAL_HOME: home },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.payments}/`),
    politeMs: 1_000,
  });
}

/** Takes the mail of the product and keeps it on this machine. */
export function mailPart({ home, ports }: { home: string; ports: Ports }): Part {
  return nodePart({
    name: 'mail',
    args: source('dev/mail/main.ts'),
    env: {
      ...process.env,
      SMTP_PORT: String(ports.smtp),
      MAIL_PORT: String(ports.mail),
      MAIL_FOLDER: join(home, 'mail'),
    },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.mail}/messages`),
    politeMs: 1_000,
  });
}

/** @param folder of its build, unless it runs from its sources */
export function webPart({
  env,
  ports,
  folder,
}: {
  env: NodeJS.ProcessEnv;
  ports: Ports;
  folder: string;
}): Part {
  return nodePart({
    name: 'web',
    args: [...nodeFlags, ...(folder ? [webProgram(folder)] : source('app/main.server.ts'))],
    env: { ...env, METRICS_PORT: String(ports.webMetrics) },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.web}/healthz`),
    readyLimitMs: 60_000,
    // The grace of a request that is open, and a moment to close the database.
    politeMs: 6_500,
  });
}

/** The worker is ready once the web process has seen its lease. */
export function workerPart({
  env,
  ports,
  isWatching,
}: {
  env: NodeJS.ProcessEnv;
  ports: Ports;
  isWatching: boolean;
}): Part {
  return nodePart({
    name: 'worker',
    args: isWatching
      ? ['node_modules/tsx/dist/cli.mjs', 'watch', 'worker/main.ts']
      : [...nodeFlags, 'build/worker/main.js'],
    env: { ...env, METRICS_PORT: String(ports.workerMetrics) },
    remedy: seeLog,
    isReady: () => isResponding(`http://127.0.0.1:${ports.web}/readyz`),
    readyLimitMs: 60_000,
    // The grace of a call in flight, and a moment to end the lease.
    politeMs: 6_500,
  });
}
