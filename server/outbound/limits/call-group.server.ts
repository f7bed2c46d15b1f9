import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import { env } from '#server/env.server.ts';
import { normalIpAddress } from '#server/outbound/guard/address-class.server.ts';
import { loopback, targetRules, type TargetRules } from '#server/outbound/guard/target-rules.server.ts';

/** Group of a target for the limits on calls. */
export interface CallGroup {
  host: string;
  /** Registrable domain, or the address where the target is written as one. */
  domain: string;
  /** An allowed pair: counted against the worker alone. */
  isExempt: boolean;
  /** A domain without a limit on calls a minute. */
  isUncapped: boolean;
  /** Our own host, of which jobs can call the echo URL alone (decision 044). */
  isEcho: boolean;
}

/**
 * Reads the groups of a target as `Job.targetHost` has it: host, and port unless it is the scheme's own.
 * Each tenant of a shared platform counts as a domain of its own: private suffixes are suffixes here.
 */
export function callGroupOf({
  target,
  rules = targetRules(),
  uncapped = env().OUTBOUND_UNCAPPED_DOMAINS,
}: {
  target: string;
  rules?: TargetRules;
  uncapped?: string[];
}): CallGroup {
  const [, written = target, port = ''] = /^(.*?)(?::(\d+))?$/.exec(target.toLowerCase()) ?? [];
  const host = written.replace(/^\[|\]$|\.$/g, '');
  const address = host === 'localhost' ? loopback : host;
  const isAddress = isIP(address) !== 0;
  const ports = port ? [Number(port)] : [80, 443];
  const { own } = rules;
  return {
    host,
    domain: isAddress ? normalIpAddress(address) : (getDomain(host, { allowPrivateDomains: true }) ?? host),
    isExempt: isAddress && ports.some((one) => rules.isAllowed({ address, port: one })),
    isUncapped: uncapped.some((name) => host === name || host.endsWith(`.${name}`)),
    isEcho: address === own.host && ports.includes(own.port),
  };
}
