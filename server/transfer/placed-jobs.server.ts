import type { JobInput } from '#domain/job/job.ts';
import { draftLimit, jobLimit, type Tier } from '#domain/plan.ts';
import { noRoomForDraft } from '#server/jobs/saving/check-room.server.ts';
import type { ImportedJob } from './types.ts';

interface Placed {
  planned: ImportedJob;
  /** The status of the saved job; null for a new one. */
  from: JobInput['status'] | null;
  index: number;
}

/** Jobs of an account, by what they count to. */
interface Room {
  used: number;
  active: number;
  drafts: number;
}

/**
 * Marks the jobs beyond the room of the plan, in the order of writing: new ones first (D22, D38; the save decides again
 * under the owner's lock).
 * @param isPlaced false for a job left out: it takes no room, and is marked if the others leave none
 */
export function placedJobs({
  jobs,
  tier,
  room,
  before,
  isPlaced = () => true,
}: {
  jobs: ImportedJob[];
  tier: Tier;
  room: Room;
  before: (JobInput['status'] | null)[];
  isPlaced?: (job: ImportedJob, index: number) => boolean;
}): ImportedJob[] {
  const all = jobs.map((planned, index) => ({ planned, from: before[index] ?? null, index }));
  const isNew = ({ planned }: Placed) => planned.outcome === 'new';
  const inOrder = [...all.filter(isNew), ...all.filter((other) => !isNew(other))];
  const isToBePlaced = ({ planned, index }: Placed) => isPlaced(planned, index);
  const placed = [...jobs];
  const left = { ...room };
  for (const one of inOrder.filter(isToBePlaced)) {
    placed[one.index] = marked({ ...one, tier, room: left });
    if (placed[one.index] === one.planned) count({ ...one, room: left });
  }
  for (const one of inOrder.filter((other) => !isToBePlaced(other)))
    placed[one.index] = marked({ ...one, tier, room: left });
  return placed;
}

function marked({ planned, from, tier, room }: Placed & { tier: Tier; room: Room }): ImportedJob {
  if (planned.outcome !== 'new' && planned.outcome !== 'changed') return planned;
  const to = planned.input.status;
  if (from === to) return planned;
  const limit = jobLimit(tier);
  const used = from === 'paused' ? room.active : room.used;
  const isFull = to === 'inactive' ? room.drafts >= draftLimit(tier) : from !== 'active' && used >= limit;
  if (!isFull) return planned;
  const message =
    to === 'inactive'
      ? noRoomForDraft(tier)
      : `Your plan allows ${limit} jobs. Select this one instead of another, delete a job, or upgrade.`;
  return { ...planned, noRoom: { message, canUpgrade: tier !== 'ultimate' } };
}

function count({ planned, from, room }: Placed & { room: Room }): void {
  if (planned.outcome !== 'new' && planned.outcome !== 'changed') return;
  const to = planned.input.status;
  if (from === to) return;
  const isCounted = from === 'active' || from === 'paused';
  room.used += Number(to !== 'inactive') - Number(isCounted);
  room.active += Number(to === 'active') - Number(from === 'active');
  room.drafts += Number(to === 'inactive') - Number(from === 'inactive');
}
