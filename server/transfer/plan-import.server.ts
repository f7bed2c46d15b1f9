import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { wireNameOf } from '#domain/job/job-wire.ts';
import type { JobInput } from '#domain/job/job.ts';
import { countJobs } from '#server/jobs/reads/count-jobs.server.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { checkChannel } from '#server/notifications/channels/check-channel.server.ts';
import { listChannelNames, nameKnownChannels } from '#server/notifications/rules/name-channels.server.ts';
import { draftImport } from './draft-import.server.ts';
import { placedJobs } from './placed-jobs.server.ts';
import { isUnchosen } from './select-jobs.server.ts';
import type {
  DraftedJob,
  ImportChoices,
  ImportPlan,
  JobDocument,
  ImportedJob,
  TransferFormat,
} from './types.ts';

type ChannelNames = () => ReturnType<typeof listChannelNames>;

interface Given {
  owner: Owner;
  text: string;
  /** null: seen by what the text looks like */
  format: TransferFormat | null;
  /** Zone for crontab lines without one. */
  timeZone: string;
  /** Absent: no preview was shown yet. */
  choices?: ImportChoices;
}

const nothingChosen: ImportChoices = { taken: null, offers: null };
/** Targets judged before the event loop serves other requests. */
const evaluatedAtOnce = 25;

/**
 * The effect of importing a text, with a reason for each job left out. Writes nothing but refused targets to the
 * security log, as a save does. A thread reads and plans; checks with the database happen here.
 * @throws AppError rate_limit: too many imports are being read
 */
export async function planImport({
  owner,
  choices = nothingChosen,
  ...given
}: Given): Promise<ImportPlan | Extract<JobDocument, { error: unknown }>> {
  const drafted = await draftImport({ ownerId: owner.id, choices, ...given });
  if ('error' in drafted) return drafted;
  const { drafts, leftOut } = drafted;
  let listed: ReturnType<ChannelNames> | undefined;
  const channels: ChannelNames = () => (listed ??= listChannelNames({ ownerId: owner.id }));
  const jobs: ImportedJob[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (index % evaluatedAtOnce === 0) await nextTurn();
    jobs.push(await checked({ owner, draft, channels }));
  }
  const { used, active, total } = await countJobs({ ownerId: owner.id, tier: owner.tier });
  const before = drafts.map(({ statusBefore }) => statusBefore);
  const place = (taken: ImportChoices['taken']) => {
    const room = { used, active, drafts: total - used };
    const isPlaced = (job: ImportedJob, index: number) => !isUnchosen({ job, index, taken });
    return placedJobs({ jobs, tier: owner.tier, room, before, isPlaced });
  };
  const digests = drafts.map(({ digest }) => digest);
  const digest = digestOf({ jobs: place(nothingChosen.taken), digests });
  return { jobs: place(choices.taken), leftOut, digest };
}

/** A draft with what the schema alone cannot judge; of a known job only where it changes, as for an edit. */
async function checked({
  owner,
  draft: { planned, checks },
  channels,
}: {
  owner: Owner;
  draft: DraftedJob;
  channels: ChannelNames;
}): Promise<ImportedJob> {
  if (!checks) return planned;
  const { input, jobId, isTarget, isChannel, isRuled, lineOf } = checks;
  const running: Promise<void>[] = [];
  // The thread has judged the pattern.
  if (isTarget) running.push(checkJobInput({ input: { ...input, successRegex: null }, owner, jobId }));
  if (isChannel) running.push(checkChannel({ input, owner, jobId }));
  if (isRuled) running.push(checkRules({ input, channels }));
  const ended = await Promise.allSettled(running);
  const refusals = ended.flatMap((one) => (one.status === 'rejected' ? refusalsOf(one.reason) : []));
  if (refusals.length === 0) return planned;
  const { line, hints, name, externalId } = planned;
  const errors = [
    ...(planned.outcome === 'refused' ? planned.errors : []),
    ...refusals.map(({ field, message }) => ({
      field,
      message,
      line: lineOf[field.split('.')[0] ?? field] ?? line,
    })),
  ];
  return { line, hints, name, externalId, outcome: 'refused', errors };
}

async function checkRules({
  input: { notifyRules: rules },
  channels,
}: {
  input: JobInput;
  channels: ChannelNames;
}): Promise<void> {
  if (rules) nameKnownChannels({ rules, known: await channels() });
}

function refusalsOf(error: unknown): { field: string; message: string }[] {
  if (!(error instanceof AppError) || !error.details) throw error;
  return Object.entries(error.details).map(([field, message]) => ({
    field: wireNameOf(field),
    message: String(message),
  }));
}

/** Digest of the drafts' digests and of this process's own findings. */
function digestOf({ jobs, digests }: { jobs: ImportedJob[]; digests: string[] }): string {
  const hash = createHash('sha256');
  for (const [index, job] of jobs.entries())
    hash.update(
      JSON.stringify([digests[index], job.outcome === 'refused' && job.errors, job.noRoom !== undefined]),
    );
  return hash.digest('base64url');
}
