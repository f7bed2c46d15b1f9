import { createHash } from 'node:crypto';
import { jobLimit } from '#domain/plan.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { planJob } from './plan-job.server.ts';
import { readDocument } from './read-document.server.ts';
import { savedJobs, type SavedJob } from './saved-jobs.server.ts';
import type { DocumentJob, ImportPlan, JobDocument, PlannedJob, TransferFormat } from './types.ts';

interface Given {
  owner: Owner;
  text: string;
  /** null: seen by what the text looks like */
  format: TransferFormat | null;
  /** Of lines of a crontab that name none. */
  timeZone: string;
}

/**
 * What an import of a text would write, and why not what it would not. Writes nothing but refused targets to the
 * security log, as a save does.
 */
export async function planImport({
  owner,
  ...given
}: Given): Promise<ImportPlan | Extract<JobDocument, { fault: unknown }>> {
  const document = await readDocument(given);
  if ('fault' in document) return document;
  const found = await savedJobs({ ownerId: owner.id, jobs: document.jobs });
  const jobs: PlannedJob[] = [];
  const taken = new Map<string, number>();
  const known = new Set<number>();
  for (const job of document.jobs) {
    const id = externalIdOf(job);
    const twice = id === null ? undefined : taken.get(id);
    if (id !== null) taken.set(id, twice ?? job.line);
    const free = (saved: SavedJob) => !known.has(saved.id);
    const alike = id === null ? found.byName(String(job.value.name).trim()).filter(free) : [];
    const meant = id === null ? null : found.byExternalId(id);
    const planned = withNameNote({ planned: await planJob({ owner, job, meant, alike }), alike });
    if ('jobId' in planned) known.add(planned.jobId);
    jobs.push(twice === undefined ? planned : refusedTwice({ planned, first: twice, job }));
  }
  const { used, active } = await countJobs({ ownerId: owner.id, tier: owner.tier });
  const before = new Map(document.jobs.flatMap((job) => statusBefore({ job, found })));
  const placed = placedJobs({ jobs, limit: jobLimit(owner.tier), used, active, before });
  return { jobs: placed, leftOut: document.leftOut, digest: digestOf(placed) };
}

function withNameNote({ planned, alike }: { planned: PlannedJob; alike: SavedJob[] }): PlannedJob {
  if (planned.outcome !== 'new' || alike.length === 0) return planned;
  const note = 'A job of this name is there already. To change it instead, give both the same external_id.';
  return { ...planned, notes: [...planned.notes, note] };
}

function externalIdOf({ value }: DocumentJob): string | null {
  return typeof value.external_id === 'string' && value.external_id !== '' ? value.external_id : null;
}

function refusedTwice({
  planned,
  first,
  job,
}: {
  planned: PlannedJob;
  first: number;
  job: DocumentJob;
}): PlannedJob {
  const { line, notes, name, externalId } = planned;
  const fault = {
    field: 'external_id',
    line: job.lineOf.external_id ?? line,
    message: `${externalId ?? ''} is the external_id of line ${first} too. Give each job its own.`,
  };
  const others = planned.outcome === 'refused' ? planned.faults : [];
  return { line, notes, name, externalId, outcome: 'refused', faults: [fault, ...others] };
}

type Found = Awaited<ReturnType<typeof savedJobs>>;

function statusBefore({
  job,
  found,
}: {
  job: DocumentJob;
  found: Found;
}): [number, SavedJob['input']['status']][] {
  const id = externalIdOf(job);
  const saved = id === null ? null : found.byExternalId(id);
  return saved ? [[saved.id, saved.input.status]] : [];
}

/**
 * Refuses the jobs for which the plan has no room, in the order in which they would be written: new ones first
 * (D22, D38; the save decides again under the owner's lock).
 */
function placedJobs({
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
  before: Map<number, SavedJob['input']['status']>;
}): PlannedJob[] {
  const room = { used, active };
  const message = `Your plan holds ${limit} jobs. Upgrade, delete a job, or write status: inactive.`;
  const place = (planned: PlannedJob): PlannedJob => {
    if (planned.outcome !== 'new' && planned.outcome !== 'changed') return planned;
    const from = planned.outcome === 'changed' ? (before.get(planned.jobId) ?? null) : null;
    const to = planned.input.status;
    if (from === to || (to === 'inactive' && from === null)) return planned;
    const isCounted = from === 'active' || from === 'paused';
    const count = from === 'paused' ? room.active : room.used;
    const { line, notes, name, externalId } = planned;
    if (to !== 'inactive' && from !== 'active' && count >= limit)
      return {
        line,
        notes,
        name,
        externalId,
        outcome: 'refused',
        faults: [{ field: 'status', line, message }],
      };
    room.used += Number(to !== 'inactive') - Number(isCounted);
    room.active += Number(to === 'active') - Number(from === 'active');
    return planned;
  };
  const isNew = ({ outcome }: PlannedJob) => outcome === 'new';
  const placed = new Map(
    [...jobs.filter(isNew), ...jobs.filter((one) => !isNew(one))].map((one) => [one, place(one)]),
  );
  return jobs.map((one) => placed.get(one) ?? one);
}

function digestOf(jobs: PlannedJob[]): string {
  return createHash('sha256').update(JSON.stringify(jobs)).digest('base64url');
}
