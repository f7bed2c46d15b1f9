import { promises as dns } from 'node:dns';
import { minuteMs } from '#domain/time/units.ts';

/** The used part of a DNS resolver; tests inject their own. */
export interface Lookup {
  resolve4: (name: string) => Promise<string[]>;
  resolve6: (name: string) => Promise<string[]>;
}

export type HostResolver = (name: string) => Promise<string[]>;

// Calls of one instant to one host share a query; each call checks the result.
const sharedForMs = 1_000;
const wholeLimitMs = 5_000;
// The servers of the machine may change while the process runs.
const rereadServersMs = minuteMs;

/**
 * A and AAAA records of a name, IPv4 first, never by way of the hosts file or `dns.lookup`: that one occupies
 * a thread each, and one dead name server would stall all calls.
 */
export function makeHostResolver({
  makeLookup = systemLookup,
}: { makeLookup?: () => Lookup } = {}): HostResolver {
  const shared = new Map<string, { askedAt: number; addresses: Promise<string[]> }>();
  let lookup = makeLookup();
  let readAt = performance.now();

  return (name) => {
    const now = performance.now();
    const running = shared.get(name);
    if (running && now - running.askedAt < sharedForMs) return running.addresses;
    if (now - readAt > rereadServersMs) {
      lookup = makeLookup();
      readAt = now;
    }
    const addresses = askBoth({ lookup, name });
    shared.set(name, { askedAt: now, addresses });
    setTimeout(() => shared.delete(name), sharedForMs).unref();
    return addresses;
  };
}

function systemLookup(): Lookup {
  return new dns.Resolver({ timeout: 1_000, tries: 2 });
}

/** @throws Error with the codes of both families if neither resolves */
async function askBoth({ lookup, name }: { lookup: Lookup; name: string }): Promise<string[]> {
  const limit = giveUpAfter(wholeLimitMs);
  const families = await Promise.allSettled(
    [lookup.resolve4(name), lookup.resolve6(name)].map((family) => Promise.race([family, limit.expired])),
  );
  limit.clear();
  const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  if (addresses.length === 0) {
    const codes = families.map((family) => (family.status === 'rejected' ? codeOf(family.reason) : 'EMPTY'));
    throw new Error(codes.join(', '));
  }
  return addresses;
}

function giveUpAfter(ms: number) {
  let clear = () => {};
  const expired = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error('No answer.'), { code: 'ETIMEOUT' })), ms);
    clear = () => clearTimeout(timer);
  });
  return { expired, clear: () => clear() };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
}
