import { paint } from '#dev/log/colours.ts';
import type { StackFacts } from './facts.ts';

/** Summary of a running stack. */
export function panel({
  facts,
  seconds,
  zones,
}: {
  facts: StackFacts;
  seconds: number;
  /** The release of the zone data. */
  zones: string;
}): string {
  const row = (name: string, value: string) => `  ${name.padEnd(12)} ${value}`;
  const accounts = facts.accounts.map(({ email, tier, role }) =>
    row('', `${email} (${role === 'admin' ? role : tier})`),
  );
  const line = '─'.repeat(72);
  return [
    line,
    `${paint('bold', '  Punctual is ready')} after ${seconds.toFixed(1)} s. Ctrl-C stops everything.`,
    '',
    row('Product', paint('green', facts.url)),
    row('Sign in as', accounts.length > 0 ? 'with any password:' : 'your identity provider knows'),
    ...accounts,
    row('Temporal', facts.temporalUi || facts.temporalAddress),
    row('Echo target', `${facts.echoUrl}  (what came: ${facts.echoUrl}/requests)`),
    row('Receivers', `${facts.receiversUrl}  (of notifications: ${facts.receiversUrl}/discord/any)`),
    ...(facts.mailUrl ? [row('Caught mail', facts.mailUrl)] : []),
    ...(facts.paymentsUrl ? [row('Payments', `${facts.paymentsUrl}  (test mode: no money moves)`)] : []),
    row('Metrics', `${facts.workerMetricsUrl}  (web: ${facts.webMetricsUrl})`),
    row('Time zones', `data ${zones}  (npm run zones checks for newer data)`),
    row('Health', `curl ${facts.url}/readyz?verbose`),
    line,
  ].join('\n');
}
