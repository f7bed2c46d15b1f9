import { freeDomainCallsPerMinute, mostEchoCallsPerMinute, plans } from '#domain/plan.ts';
import { remember } from '#domain/remember.ts';
import type { CallerFacts } from '#server/outbound/types.ts';
import { callGroupOf, type CallGroup } from './call-group.server.ts';
import { type ConnectionEnd, makeConnectErrors } from './connect-errors.server.ts';
import { makeFlightCounts } from './flight-counts.server.ts';
import { makeMinuteCounts } from './minute-counts.server.ts';

export interface Admission {
  /**
   * Reports whether a call may leave now; `go` reserves its place. `wait`: too many are out, of the worker, the owner
   * or the host. `capped`: the domain has had its calls of this minute.
   */
  enter: (who: CallerFacts) => 'go' | 'wait' | 'capped';
  /**
   * Moves an admitted call along a redirect: its place at one host is given back for one at the next, and a call of this
   * minute is counted for another domain than the job's. Never holds places of two hosts.
   * @param from the target at whose host it holds a place; null where it holds none any more
   * @returns `wait`: the next host is full, and the place at the former is given back; `capped`: nothing has changed
   */
  follow: (move: { who: CallerFacts; from: string | null; to: string }) => 'go' | 'wait' | 'capped';
  /**
   * An admitted call has ended.
   * @param at the target at whose host it holds a place, null for none; the job's own where it is not said
   */
  leave: (who: CallerFacts, end: { connection: ConnectionEnd; at?: string | null }) => void;
  /** An admitted call is not made: gives back its slot, and its count of this minute. */
  cancel: (who: CallerFacts) => void;
  /** Keys held in memory. */
  size: () => number;
}

/** Calls out of one worker; more are claimed for an instant, and leave as places come free. */
export const callsPerWorker = 1_000;
const callsPerHost = 50;

interface AdmissionSettings {
  /** Workers that hold a lease, this one among them. */
  liveWorkers: () => number;
  /** Calls of this worker that have left: what is claimed ahead of its instant is not among them. */
  callsOut?: () => number;
  /** UTC milliseconds. */
  now?: () => number;
  groupOf?: (target: string) => CallGroup;
  /** Told once a minute of each account and domain that reached the limit. */
  onCapped?: (capped: { who: CallerFacts; domain: string }) => void;
}

/**
 * Concurrency and rate limits of calls, counted in this process's memory (security.md sections 6 and 11). Concurrency
 * limits hold for each worker; limits per minute hold for the installation, and each worker has its share.

 */
export function createAdmission({
  now = Date.now,
  groupOf = remember((target) => callGroupOf({ target })),
  ...settings
}: AdmissionSettings): Admission {
  const connects = makeConnectErrors();
  const counts = createCallCounts({ now, groupOf });
  const { isHostFull, isFull, isRefused } = createLimits({ ...settings, connects, counts });
  return {
    enter: (who) => {
      const group = groupOf(who.target);
      if (isRefused(who, group)) return 'capped';
      if (isFull(who, group)) return 'wait';
      counts.add(who, 1);
      counts.addToMinute(who, group, 1);
      return 'go';
    },
    follow: ({ who, from, to }) => {
      const group = groupOf(to);
      const isOtherDomain = group.domain !== groupOf(who.target).domain;
      if (isOtherDomain && isRefused(who, group)) return 'capped';
      if (from === null || groupOf(from).host !== group.host) {
        counts.addToHost(from, -1);
        if (isHostFull(group)) return 'wait';
        counts.addToHost(to, 1);
      }
      if (isOtherDomain) counts.addToMinute(who, group, 1);
      return 'go';
    },
    leave: (who, { connection, at = who.target }) => {
      const group = groupOf(who.target);
      counts.add(who, -1, at);
      if (!group.isExempt) connects.report({ host: group.host, connection });
    },
    cancel: (who) => {
      counts.add(who, -1);
      counts.addToMinute(who, groupOf(who.target), -1);
    },
    size: () => counts.size() + connects.size(),
  };
}

/** Counts calls that are out, by account and by host, and calls of this minute. */
function createCallCounts({ now, groupOf }: Required<Pick<AdmissionSettings, 'now' | 'groupOf'>>) {
  const byOwner = makeFlightCounts();
  const byHost = makeFlightCounts();
  const perMinute = makeMinuteCounts({ now });

  const addToHost = (target: string | null, calls: 1 | -1) => {
    const group = target === null ? null : groupOf(target);
    if (group && !group.isExempt) byHost.add({ key: group.host, calls });
  };
  return {
    ofOwner: byOwner.get,
    ofHost: byHost.get,
    perMinute,
    addToHost,
    /** @param at the target at whose host it holds a place, null for none */
    add({ ownerId, target }: CallerFacts, calls: 1 | -1, at: string | null = target) {
      if (!groupOf(target).isExempt) byOwner.add({ key: ownerId, calls });
      addToHost(at, calls);
    },
    addToMinute(who: CallerFacts, group: CallGroup, calls: 1 | -1) {
      if (group.isExempt || group.isUncapped) return;
      for (const { key } of limitsOf({ who, group })) perMinute.add({ key, calls });
    },
    size: () => byOwner.size() + byHost.size() + perMinute.size(),
  };
}

/** Says which limits the counts have reached. */
function createLimits({
  liveWorkers,
  callsOut = () => 0,
  onCapped = () => {},
  connects,
  counts: { ofOwner, ofHost, perMinute },
}: Omit<AdmissionSettings, 'now' | 'groupOf'> & {
  connects: ReturnType<typeof makeConnectErrors>;
  counts: ReturnType<typeof createCallCounts>;
}) {
  const share = (cap: number) => Math.max(1, Math.floor(cap / Math.max(1, liveWorkers())));

  const isHostFull = ({ host, isExempt }: CallGroup) =>
    !isExempt && ofHost(host) >= (connects.isClosed(host) ? 1 : callsPerHost);

  const isFull = ({ ownerId, tier }: CallerFacts, group: CallGroup) =>
    callsOut() >= callsPerWorker ||
    (!group.isExempt && ofOwner(ownerId) >= plans[tier].callsInFlight) ||
    isHostFull(group);

  const isCapped = (who: CallerFacts, group: CallGroup) =>
    !group.isExempt &&
    !group.isUncapped &&
    limitsOf({ who, group }).some(({ key, cap }) => perMinute.get(key) >= share(cap));

  const isRefused = (who: CallerFacts, group: CallGroup) => {
    if (!isCapped(who, group)) return false;
    const reported = `told ${who.ownerId} ${group.domain}`;
    if (perMinute.get(reported) === 0) onCapped({ who, domain: group.domain });
    perMinute.add({ key: reported, calls: 1 });
    return true;
  };
  return { isHostFull, isFull, isRefused };
}

/**
 * Per-minute limits of a call: the account's own, that of all free accounts together, and that of an account for our
 * echo URL, which has its own limit shared by all calls of a worker.
 */
function limitsOf({
  who: { ownerId, tier },
  group: { domain, isEcho },
}: {
  who: CallerFacts;
  group: CallGroup;
}) {
  return [
    { key: `${ownerId} ${domain}`, cap: plans[tier].domainCallsPerMinute },
    ...(tier === 'free' ? [{ key: `free ${domain}`, cap: freeDomainCallsPerMinute }] : []),
    ...(isEcho ? [{ key: `echo ${ownerId}`, cap: mostEchoCallsPerMinute }] : []),
  ];
}
