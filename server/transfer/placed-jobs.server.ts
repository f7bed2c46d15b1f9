import type { JobInput } from '#domain/job.ts';
import { draftLimit, jobLimit, type Tier } from '#domain/plan.ts';
import { noRoomForDraft } from '#server/jobs/check-room.server.ts';
import type { PlannedJob } from './types.ts';

interface Placed {
  planned: PlannedJob;
  /** The status of the saved job; null for a new one. */
  from: JobInput['status'] | null;
}

/**
 * Refuses the jobs for which the plan has no room, in the order in which they would be written: new ones first
 * (D22, D38; the save decides again under the owner's lock).
 * @param isPlaced false for a job that is not to be written: it takes no room
 */
export function placedJobs({
  jobs,
  tier,
  room,
  before,
  isPlaced = () => true,
}: {
  jobs: PlannedJob[];
  tier: Tier;
  /** Counted on as jobs are placed. */
  room: { used: number; active: number; drafts: number };
  before: (JobInput['status'] | null)[];
  isPlaced?: (job: PlannedJob) => boolean;
}): PlannedJob[] {
  const limit = jobLimit(tier);
  const noRoom = `Your plan holds ${limit} jobs. Upgrade, delete a job, or write status: inactive.`;
  const place = ({ planned, from }: Placed): PlannedJob => {
    if (planned.outcome !== 'new' && planned.outcome !== 'changed') return planned;
    if (!isPlaced(planned)) return planned;
    const to = planned.input.status;
    if (from === to) return planned;
    const isCounted = from === 'active' || from === 'paused';
    const count = from === 'paused' ? room.active : room.used;
    const { line, notes, name, externalId } = planned;
    const isFull = to === 'inactive' ? room.drafts >= draftLimit(tier) : from !== 'active' && count >= limit;
    if (isFull) {
      const message = to === 'inactive' ? noRoomForDraft(tier) : noRoom;
      const faults = [{ field: 'status', line, message }];
      return { line, notes, name, externalId, outcome: 'refused', faults };
    }
    room.used += Number(to !== 'inactive') - Number(isCounted);
    room.active += Number(to === 'active') - Number(from === 'active');
    room.drafts += Number(to === 'inactive') - Number(from === 'inactive');
    return planned;
  };
  const all = jobs.map((planned, index) => ({ planned, from: before[index] ?? null, index }));
  const isNew = ({ planned }: Placed) => planned.outcome === 'new';
  const placed = [...jobs];
  for (const one of [...all.filter(isNew), ...all.filter((other) => !isNew(other))])
    placed[one.index] = place(one);
  return placed;
}
