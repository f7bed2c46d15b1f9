import { plans } from '#domain/plan.ts';
import { remember } from '#domain/remember.ts';
import type { CallerFacts } from '#server/outbound/types.ts';
import { type CallGroup, callGroupOf } from './call-group.server.ts';
import { createCallCounts, limitsOf } from './call-counts.server.ts';
import { type ConnectionEnd, makeConnectErrors } from './connect-errors.server.ts';

export interface Admission {
  /**
   * Reports whether a call may leave now; `go` reserves its slot. `wait`: the worker, the owner or the host has too
   * many calls in flight. `capped`: the domain has had its calls of this minute.
   */
  enter: (who: CallerFacts) => 'go' | 'wait' | 'capped';
  /**
   * Moves an admitted call along a redirect: exchanges its slot at one host for one at the next, and counts a call of
   * this minute for a domain other than the job's. Never holds slots of two hosts.
   * @param from the target at whose host it holds a slot; null if it holds none
   * @returns `wait`: the next host is full, and the former slot was released; `capped`: nothing has changed
   */
  follow: (move: { who: CallerFacts; from: string | null; to: string }) => 'go' | 'wait' | 'capped';
  /**
   * An admitted call has ended.
   * @param at the target at whose host it holds a slot, null for none; the job's own if omitted
   */
  leave: (who: CallerFacts, end: { connection: ConnectionEnd; at?: string | null }) => void;
  /** An admitted call is not made: releases its slot, and its count of this minute. */
  cancel: (who: CallerFacts) => void;
  /** Keys held in memory. */
  size: () => number;
}

/** Calls in flight of one worker; more are claimed for an instant, and leave as slots become free. */
export const callsPerWorker = 1_000;
const callsPerHost = 50;

interface AdmissionSettings {
  /** Workers that hold a lease, this one among them. */
  liveWorkers: () => number;
  /** Calls of this worker in flight, without those claimed ahead of their instant. */
  callsOut?: () => number;
  /** UTC milliseconds. */
  now?: () => number;
  groupOf?: (target: string) => CallGroup;
  /** Called once a minute for each account and domain that reached the limit. */
  onCapped?: (capped: { who: CallerFacts; domain: string }) => void;
}

/**
 * Concurrency and rate limits of calls, counted in this process's memory (security.md sections 6 and 11). Concurrency
 * limits hold for each worker; limits per minute hold for the installation, and each worker has its share of them.
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
