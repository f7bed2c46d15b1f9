import type { JobInput } from '#domain/job.ts';
import type { PlannedJob } from './types.ts';

interface Placed {
  planned: PlannedJob;
  /** The status of the saved job; null for a new one. */
  from: JobInput['status'] | null;
}

/**
 * Refuses the jobs for which the plan has no room, in the order in which they would be written: new ones first
 * (D22, D38; the save decides again under the owner's lock).
 */
export function placedJobs({
  jobs,
  limit,
  used,
  active,
  before,
}: {
  jobs: PlannedJob[];
  limit: number;
  used: number;
  active: number;
  before: (JobInput['status'] | null)[];
}): PlannedJob[] {
  const room = { used, active };
  const message = `Your plan holds ${limit} jobs. Upgrade, delete a job, or write status: inactive.`;
  const place = ({ planned, from }: Placed): PlannedJob => {
    if (planned.outcome !== 'new' && planned.outcome !== 'changed') return planned;
    const to = planned.input.status;
    if (from === to || (to === 'inactive' && from === null)) return planned;
    const isCounted = from === 'active' || from === 'paused';
    const count = from === 'paused' ? room.active : room.used;
    const { line, notes, name, externalId } = planned;
    if (to !== 'inactive' && from !== 'active' && count >= limit) {
      const faults = [{ field: 'status', line, message }];
      return { line, notes, name, externalId, outcome: 'refused', faults };
    }
    room.used += Number(to !== 'inactive') - Number(isCounted);
    room.active += Number(to === 'active') - Number(from === 'active');
    return planned;
  };
  const all = jobs.map((planned, index) => ({ planned, from: before[index] ?? null, index }));
  const isNew = ({ planned }: Placed) => planned.outcome === 'new';
  const placed = [...jobs];
  for (const one of [...all.filter(isNew), ...all.filter((other) => !isNew(other))])
    placed[one.index] = place(one);
  return placed;
}
