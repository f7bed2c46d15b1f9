import type { CallerFacts } from '#server/outbound/types.ts';

/** Jobs blocked by a concurrency limit: by account and by target, first come, first served. */
export function createBlockedJobs() {
  const waiting = new Map<number, CallerFacts>();
  const lines = new Map<string, Set<number>>();

  function remove(jobId: number) {
    const facts = waiting.get(jobId);
    if (!facts) return;
    waiting.delete(jobId);
    for (const key of keysOf(facts)) {
      const line = lines.get(key);
      line?.delete(jobId);
      if (line?.size === 0) lines.delete(key);
    }
  }

  return {
    add(facts: CallerFacts) {
      if (waiting.has(facts.jobId)) return;
      waiting.set(facts.jobId, facts);
      for (const key of keysOf(facts)) lines.set(key, (lines.get(key) ?? new Set()).add(facts.jobId));
    },
    remove,
    /** Removes jobs waiting for a free slot: one of its account, one of its target. */
    takeNext(freed: Freed): number[] {
      return keysOf(freed).flatMap((key) => {
        const [first] = lines.get(key) ?? [];
        if (first === undefined) return [];
        remove(first);
        return [first];
      });
    },
    size: () => waiting.size,
  };
}

/** Null for an account or a target without a free slot. */
interface Freed {
  ownerId: number | null;
  target: string | null;
}

function keysOf({ ownerId, target }: Freed): string[] {
  return [
    ...(ownerId === null ? [] : [`account ${ownerId}`]),
    ...(target === null ? [] : [`target ${target}`]),
  ];
}
