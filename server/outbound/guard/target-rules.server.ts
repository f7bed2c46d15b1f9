import { echoPath } from '#domain/echo.ts';
import { env } from '#server/env.server.ts';
import { isMetadataAddress, isPublicAddress, normalIpAddress } from './address-class.server.ts';

/** Dependencies of the guard; tests inject their own. */
export interface TargetRules {
  /** Reports whether the class of an address lets it be called. */
  isPublic: (address: string) => boolean;
  /** Reports whether an exact address and port is allowed in any class (development). */
  isAllowed: (pair: { address: string; port: number }) => boolean;
  /** Jobs do not call us, save for the path that responds with the request (decision 044). */
  own: { host: string; port: number; echoUrl: string };
}

/** Address of `localhost` if it is allowed, without a resolver. */
export const loopback = '127.0.0.1';

let rules: TargetRules | undefined;

/** The rules of this process, from OUTBOUND_ALLOW_TARGETS and APP_ORIGIN. */
export function targetRules(): TargetRules {
  rules ??= makeRules({ allowTargets: env().OUTBOUND_ALLOW_TARGETS, ownOrigin: env().APP_ORIGIN });
  return rules;
}

export function makeRules({
  allowTargets,
  ownOrigin,
}: {
  allowTargets: string[];
  ownOrigin: string;
}): TargetRules {
  const own = new URL(ownOrigin);
  const host = own.hostname.replace(/^\[|\]$/g, '');
  const allowed = new Set(allowTargets.map((pair) => normalPair(splitPair(pair))));
  return {
    isPublic: isPublicAddress,
    isAllowed: (pair) => allowed.has(normalPair(pair)) && !isMetadataAddress(pair.address),
    own: {
      // A target on localhost is judged by its address.
      host: host === 'localhost' ? loopback : host,
      port: Number(own.port) || (own.protocol === 'https:' ? 443 : 80),
      echoUrl: `${own.origin}${echoPath}`,
    },
  };
}

function splitPair(pair: string): { address: string; port: number } {
  const at = pair.lastIndexOf(':');
  const host = pair.slice(0, at).replace(/^\[|\]$/g, '');
  return { address: host === 'localhost' ? loopback : host, port: Number(pair.slice(at + 1)) };
}

function normalPair({ address, port }: { address: string; port: number }): string {
  return `${normalIpAddress(address)} ${port}`;
}
