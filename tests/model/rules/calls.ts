import type { Arrival } from '../history/target.ts';
import { type Change, type Claim, clockOf, type Facts, isActiveIn } from './facts.ts';
import { checkLeases } from './leases.ts';

interface Called {
  arrival: Arrival;
  claim: Claim;
  /** The versions possibly in force when it was claimed. */
  versions: Change[];
}

/**
 * Calls at targets: claimed, allowed, in time, once, and not beside another call unless the overlap policy allows it.
 */
export function checkCalls(facts: Facts): string[] {
  const errors: string[] = [];
  const called: Called[] = [];
  const seen = new Set<string>();
  for (const arrival of facts.arrivals) {
    const { call, at } = arrival;
    const name = `The call of job ${call.jobId}, execution ${call.executionId}, attempt ${call.attempt} at ${clockOf(at)}`;
    const key = `${call.executionId}/${call.attempt}`;
    if (seen.has(key)) errors.push(`${name} was made twice.`);
    seen.add(key);
    const { scheduledFor } = call;
    const isLost = facts.restores.some(
      (restore) =>
        scheduledFor !== null &&
        restore.backupAt < scheduledFor &&
        scheduledFor <= restore.at &&
        at > restore.at,
    );
    if (isLost) errors.push(`${name} was due before the restore, and may have been made then.`);
    if (at < call.dueAt) errors.push(`${name} came early.`);
    if (call.attempt > call.retryCount + 1) errors.push(`${name} is one more than 1 + ${call.retryCount}.`);
    const claim = facts.claims.find(
      ({ executionId, number }) => executionId === call.executionId && number === call.attempt,
    );
    if (!claim || claim.at > at) {
      errors.push(`${name} was not claimed.`);
      continue;
    }
    errors.push(...[...checkLeases({ facts, claim, at })].map((error) => `${name}: ${error}.`));
    const versions = versionsAt({ facts, jobId: call.jobId, at: claim.at });
    called.push({ arrival, claim, versions });
    if (!versions.some((version) => isActiveIn(version, claim.at)))
      errors.push(`${name}: the job was not active when it was claimed at ${clockOf(claim.at)}.`);
    const isBeyond = call.attempt > 1 && call.deadlineAt !== null && claim.at >= call.deadlineAt;
    if (isBeyond) errors.push(`${name}: a retry at or after the next fire (${clockOf(call.deadlineAt)}).`);
    if (call.attempt > 1 && !seen.has(`${call.executionId}/${call.attempt - 1}`)) {
      const before = facts.claims.some(
        ({ executionId, number }) => executionId === call.executionId && number === call.attempt - 1,
      );
      if (!before) errors.push(`${name}: attempt ${call.attempt - 1} was never made.`);
    }
  }
  return [...errors, ...checkOverlaps({ facts, called })];
}

function versionsAt({ facts, jobId, at }: { facts: Facts; jobId: number; at: number }): Change[] {
  const changes = facts.changes.filter((change) => change.jobId === jobId);
  const before = changes.findLast((change) => change.at < at);
  return [...(before ? [before] : []), ...changes.filter((change) => change.at === at)];
}

function checkOverlaps({ facts, called }: { facts: Facts; called: Called[] }): string[] {
  const errors: string[] = [];
  for (const one of called) {
    if (one.versions.some(({ overlap }) => overlap === 'allow')) continue;
    const beside = called.find(
      (other) =>
        other.arrival.call.jobId === one.arrival.call.jobId &&
        other.arrival.call.executionId !== one.arrival.call.executionId &&
        other.claim.at < one.claim.at &&
        one.claim.at < endOf({ facts, called: other }),
    );
    if (beside)
      errors.push(
        `Execution ${one.arrival.call.executionId} was claimed at ${clockOf(one.claim.at)} while the call of execution ` +
          `${beside.arrival.call.executionId} was out.`,
      );
  }
  return errors;
}

/** A call ends with its response, with its process, or when its worker is settled as lost. */
function endOf({ facts, called: { arrival, claim } }: { facts: Facts; called: Called }): number {
  const settledAt = facts.settled.get(claim.workerId) ?? null;
  if (settledAt !== null) return Math.min(arrival.endedAt ?? settledAt, settledAt);
  return arrival.endedAt ?? facts.now;
}
