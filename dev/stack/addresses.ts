import type { Ports } from '#dev/state/ports.ts';
import type { Given } from './given.ts';

export interface Addresses {
  url: string;
  databaseUrl: string;
  temporalAddress: string;
  temporalUi: string;
  echoUrl: string;
  /** Plays Slack, Discord and the other providers of notifications. */
  receiversUrl: string;
  identityUrl: string;
  identityTokenUrl: string;
  /** Page of caught mail; empty if the environment has a mail server. */
  mailUrl: string;
  smtpUrl: string;
  /** The fake Stripe; empty if the environment has keys of the provider. */
  paymentsUrl: string;
  /** Where Prometheus reads what each of the two processes measures. */
  webMetricsUrl: string;
  workerMetricsUrl: string;
}

/** Where each part of this start is reached. */
export function addressesOf({ ports, given }: { ports: Ports; given: Given }): Addresses {
  const local = (port: number) => `http://127.0.0.1:${port}`;
  return {
    url: given.appOrigin ?? local(ports.web),
    databaseUrl: given.databaseUrl ?? `postgresql://punctual@127.0.0.1:${ports.postgres}/punctual`,
    temporalAddress: given.temporalAddress ?? `127.0.0.1:${ports.temporal}`,
    temporalUi: given.temporalAddress ? (process.env.TEMPORAL_UI_URL ?? '') : local(ports.temporalUi),
    echoUrl: local(ports.echo),
    receiversUrl: local(ports.receivers),
    identityUrl: given.oidcIssuer ?? local(ports.identity),
    mailUrl: given.smtpUrl ? '' : local(ports.mail),
    paymentsUrl: given.paymentsKey ? '' : local(ports.payments),
    smtpUrl: given.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`,
    webMetricsUrl: `${local(ports.webMetrics)}/metrics`,
    workerMetricsUrl: `${local(ports.workerMetrics)}/metrics`,
    identityTokenUrl: given.oidcIssuer ? '' : `${local(ports.identity)}/token`,
  };
}
