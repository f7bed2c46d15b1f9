import type { JobInput } from '#domain/job/job.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import type { Loss } from '../world/database.ts';
import type { CrashPlan, Deed } from '../world/lives.ts';
import { world } from '../world/shared.ts';
import { inOneStep } from '../world/steps.ts';
import { restoreBackup, takeBackup } from './backup.ts';
import type { Stage } from './run-history.ts';

/** The job whose attempt was the last target. */
export const aimedAt = -1;

/** A step of a history, after the given time. Jobs are counted from the first one created. */
export type Command = {
  afterMs: number;
  /** Point at which the web process dies during a request. */
  death?: CrashPlan;
} & (
  | { kind: 'wait' }
  /** Until so long before a further attempt of any job, if one comes soon. */
  | { kind: 'aim'; leadMs: number }
  | { kind: 'create'; input: JobInput }
  | { kind: 'edit'; job: number; changes: Partial<JobInput> }
  | { kind: 'set'; job: number; status: 'active' | 'paused' | 'inactive' }
  | { kind: 'pause'; job: number; forMs: number }
  | { kind: 'skip'; job: number; ahead: number }
  | { kind: 'delete'; job: number }
  | { kind: 'run'; job: number; trigger: 'manual' | 'api' }
  | { kind: 'replay' | 'retry' | 'giveUp'; job: number }
  /** Stops the machine of a worker whose call of the job is in flight, if there is one soon. */
  | { kind: 'halt'; job: number; forMs: number }
  | { kind: 'start' | 'kill' | 'stop'; seat: number }
  | { kind: 'freeze'; seat: number; forMs: number }
  | { kind: 'crash'; seat: number; plan: CrashPlan }
  | { kind: 'temporal' | 'database'; isAway: boolean }
  | { kind: 'backup' | 'restore' }
  | { kind: 'lose'; loss: Loss }
  /** Writes another worker, or none, into the residency of a job, which its worker goes on with. */
  | { kind: 'assign'; job: number; to: 'other' | 'nobody' }
  /** Deletes all residencies. */
  | { kind: 'vacate' }
);

export async function perform({ stage, command }: { stage: Stage; command: Command }): Promise<void> {
  const { server, database, trace } = world();
  const { owner } = stage;
  const web = stage.web();
  trace(`── ${wordsOf(command)}`);
  switch (command.kind) {
    case 'wait':
      return;
    case 'aim':
      return aim({ stage, command });
    case 'halt':
      return halt({ stage, command });
    case 'start':
      stage.seats[command.seat]?.begin();
      return;
    case 'kill':
      stage.recordProblem({ kind: 'memory' });
      await stage.seats[command.seat]?.kill();
      return;
    case 'stop':
      await recordStop({ stage, seat: command.seat });
      stage.seats[command.seat]?.end();
      return;
    case 'freeze': {
      const life = stage.seats[command.seat]?.life();
      if (life) life.frozenUntil = world().clock.now() + command.forMs;
      stage.recordProblem({ kind: 'memory' });
      return;
    }
    case 'crash': {
      const life = stage.seats[command.seat]?.life();
      if (life) life.crash = { ...command.plan };
      stage.recordProblem({ kind: 'memory' });
      return;
    }
    case 'temporal':
      if (command.isAway) stage.recordProblem({ residents: await stage.residents() });
      server.setAway(command.isAway);
      return;
    case 'database':
      stage.recordProblem({ kind: 'memory' });
      database.setAway(command.isAway);
      return;
    case 'backup':
      return takeBackup(stage);
    case 'restore':
      stage.recordProblem({ atLeastMs: Infinity, kind: 'memory' });
      return restoreBackup(stage);
    case 'lose':
      stage.recordProblem();
      if (ofTemporal.includes(command.loss.deed)) server.loseNext({ ...command.loss });
      else database.loseNext({ ...command.loss });
      return;
    case 'assign':
      stage.recordProblem({ atLeastMs: comparedMs });
      return assign({ stage, command });
    case 'vacate':
      stage.recordProblem({ atLeastMs: comparedMs, kind: 'vacate' });
      await database.ask('delete from "Residency"');
      database.forgetPolls();
      return;
    case 'create':
      return stage.request(async () => {
        const job = await web.createJob({ owner, input: command.input });
        stage.jobs.push(job.id);
      });
    default: {
      const jobId = jobOf({ stage, job: command.job });
      if (jobId === undefined) return;
      const { death } = command;
      if (death) stage.recordProblem();
      return stage.request(async () => {
        switch (command.kind) {
          case 'edit':
            return web.updateJob({ owner, jobId, changes: command.changes });
          case 'set':
            return web.setJobStatus({ owner, jobId, status: command.status });
          case 'pause': {
            const pausedUntil = new Date(world().clock.now() + command.forMs);
            return web.setJobStatus({ owner, jobId, status: 'paused', pausedUntil });
          }
          case 'skip':
            return web.skipFire({
              owner,
              jobId,
              scheduledFor: await fireOf({ jobId, ahead: command.ahead }),
            });
          case 'replay':
            return web.replayExecution({
              owner,
              jobId,
              executionId: await executionOf({ jobId, which: 'ended' }),
            });
          case 'retry': {
            const executionId = await executionOf({ jobId, which: 'waiting' });
            stage.hurried.add(executionId);
            return web.retryNow({ ownerId: owner.id, jobId, executionId });
          }
          case 'giveUp': {
            const executionId = await executionOf({ jobId, which: 'waiting' });
            stage.stopped.add(executionId);
            return web.stopRetrying({ ownerId: owner.id, jobId, executionId });
          }
          case 'delete':
            return web.deleteJob({ owner, jobId });
          case 'run':
            return web.runJob({ owner, jobId, trigger: command.trigger });
        }
      }, death);
    }
  }
}

/** Requests to Temporal. */
const ofTemporal: Deed[] = ['report', 'signal', 'start'];
/** Workers compare their jobs with the table less often, and act on what they find twice. */
const comparedMs = 300_000;
/** A worker that has been ready for so long takes over the jobs of one that stops. */
const settledMs = 20_000;
/** A worker that stops is gone by then. */
const stopMs = 12_000;

/** SIGTERM is no excuse if another worker is there to take the jobs. */
async function recordStop({ stage, seat }: { stage: Stage; seat: number }) {
  const { clock } = world();
  const isCovered = stage.seats.some(
    (other, index) =>
      index !== seat && other.isServing() && (other.readyAt() ?? Infinity) + settledMs < clock.now(),
  );
  const residents = isCovered ? await stage.residents() : new Set<number>();
  stage.recordProblem({ atLeastMs: stopMs, residents, kind: 'memory' });
}

async function assign({
  stage,
  command,
}: {
  stage: Stage;
  command: { job: number; to: 'other' | 'nobody' };
}) {
  const { database } = world();
  await database.ask(
    `update "Residency" r set "workerId" = (
       select "id" from "Worker" w
       where $2 = 'other' and w."id" <> r."workerId" and w."settledAt" is null
         and w."leaseUntil" > model.clock_timestamp() limit 1
     ) where r."jobId" = $1 and ($2 = 'nobody' or exists (
       select from "Worker" w where w."id" <> r."workerId" and w."settledAt" is null
         and w."leaseUntil" > model.clock_timestamp()))`,
    [jobOf({ stage, job: command.job }) ?? 0, command.to],
  );
  database.forgetPolls();
}

const pollMs = 1_000;
const mostPolls = 75;
/** A wait meant to outlast a lease must not be shorter. */
const leaseMs = 14_000;

function jobOf({ stage: { jobs, aimed }, job }: { stage: Stage; job: number }): number | undefined {
  if (job === aimedAt && aimed !== null) return aimed;
  return jobs[Math.max(job, 0) % Math.max(jobs.length, 1)];
}

async function aim({ stage, command: { leadMs } }: { stage: Stage; command: { leadMs: number } }) {
  const { clock, database } = world();
  stage.aimed = null;
  for (let looks = 0; looks < mostPolls; looks += 1) {
    if (looks > 0) await stage.advance(pollMs);
    const [next] = (await database.ask(
      `select "jobId", (extract(epoch from "retryAt") * 1000)::float8 as "at" from "Execution"
       where "outcome" is null and "retryAt" > model.clock_timestamp() + make_interval(secs => $1)
       order by 2, 1 limit 1`,
      [Math.min(leadMs, leaseMs) / 1000],
    )) as { jobId: number; at: number }[];
    if (!next) continue;
    stage.aimed = next.jobId;
    await stage.advance(Math.max(next.at - leadMs - clock.now(), 0));
    return;
  }
}

async function halt({ stage, command }: { stage: Stage; command: { job: number; forMs: number } }) {
  const { clock } = world();
  const jobId = jobOf({ stage, job: command.job });
  for (let looks = 0; looks < mostPolls; looks += 1) {
    if (looks > 0) await stage.advance(pollMs);
    const out = stage.target.arrivals.find(
      ({ call, at, endedAt }) => call.jobId === jobId && endedAt === null && at > clock.now() - 2 * pollMs,
    );
    const life = stage.seats.map((seat) => seat.life()).find((one) => one?.name === out?.by);
    if (!life || life.isDead) continue;
    life.frozenUntil = clock.now() + command.forMs;
    stage.recordProblem({ kind: 'memory' });
    return;
  }
}

/** One of the next fires that the job page offers. */
async function fireOf({ jobId, ahead }: { jobId: number; ahead: number }): Promise<number> {
  const { database, clock } = world();
  const [job] = (await inOneStep(() =>
    database.ask('select "cronExpression" as "cron", "timeZone" from "Job" where "id" = $1', [jobId]),
  )) as {
    cron: string | null;
    timeZone: string;
  }[];
  const fires = job?.cron
    ? nextFires({ cron: job.cron, timeZone: job.timeZone, after: clock.now(), count: ahead })
    : [];
  return fires.at(-1) ?? clock.now();
}

async function executionOf({ jobId, which }: { jobId: number; which: 'ended' | 'waiting' }): Promise<number> {
  const column = which === 'waiting' ? 'retryAt' : 'startedAt';
  const [row] = (await inOneStep(() =>
    world().database.ask(
      `select "id" from "Execution" where "jobId" = $1 and "${column}" is not null order by "id" desc limit 1`,
      [jobId],
    ),
  )) as { id: number }[];
  return row?.id ?? 0;
}

/** A step in words. */
export function wordsOf({ afterMs, ...command }: Command): string {
  const { kind, ...rest } = command;
  const details = Object.entries(rest).map(([name, value]) => `${name} ${detail(value)}`);
  return `after ${afterMs / 1000} s: ${kind} ${details.join(', ')}`;
}

function detail(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return JSON.stringify(value);
  const { cronExpression, retryCount, overlap, catchUp, timeoutSeconds, webhookUrl } = value as JobInput;
  return JSON.stringify({ cronExpression, retryCount, overlap, catchUp, timeoutSeconds, webhookUrl });
}
