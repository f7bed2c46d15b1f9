import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import * as workflows from '#workflows/index.ts';
import { createServer } from '../temporal/server.ts';
import { createClock } from '../world/clock.ts';
import { createDatabaseStage } from '../world/database.ts';
import { emptyDatabase } from '../world/database-schema.ts';
import { type CrashPlan, kill, type Life, createLife } from '../world/lives.ts';
import { createRandom } from '../world/random.ts';
import { shared, type World, world } from '../world/shared.ts';
import { createSteps } from '../world/steps.ts';
import { check } from '../rules/check.ts';
import type { Restore } from './backup.ts';
import { type Command, perform } from './commands.ts';
import { loadWeb } from './load-process.ts';
import { createSeat } from './processes.ts';
import { createTarget } from './target.ts';

const restMinutes = 4;
const catchUpMinutes = 40;
/** Four attempts of 75 s, which wait for those of other runs of the job. */
const slowRunMinutes = 15;

/** Something was made to fail. */
export interface Problem {
  from: number;
  until: number;
  /** Nothing counts as repaired before. */
  leastUntil: number;
  /** Jobs that a worker held then, and that have to be punctual all the same. */
  residents: Set<number>;
  /** `vacate`: all residencies were deleted; `memory`: a worker may have forgotten its jobs. */
  kind: 'vacate' | 'memory' | 'other';
}

export type Stage = Awaited<ReturnType<typeof createStage>>;

export interface Order {
  seed: number;
  startAt: number;
  commands: Command[];
  control: pg.Client;
}

/** Result of a history: its violations, and its course. */
export interface HistoryReport {
  violations: string[];
  lines: string[];
}

/** Runs one history from an empty database until everything is at rest. */
export async function runHistory(order: Order): Promise<HistoryReport> {
  const lines: string[] = [];
  const stage = await createStage({ ...order, lines });
  const uninstall = world().clock.install();
  const { random } = Math;
  Math.random = createRandom(order.seed + 1).unit;
  const onRejection = (error: unknown) =>
    world().violations.push(`A promise was left alone: ${String(error)}`);
  process.on('unhandledRejection', onRejection);
  try {
    for (const command of order.commands) {
      await stage.advance(command.afterMs);
      stage.lookAround();
      await perform({ stage, command });
    }
    await stage.heal();
    world().violations.push(...(await check(stage)));
  } catch (error) {
    world().violations.push(
      `The history broke off: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
    );
  } finally {
    for (const seat of stage.seats) await seat.kill();
    await stage.endRequests();
    uninstall();
    Math.random = random;
    process.off('unhandledRejection', onRejection);
  }
  const { violations } = world();
  shared.world = undefined;
  return { violations, lines };
}

async function createStage({ seed, startAt, control, lines }: Order & { lines: string[] }) {
  let web = await loadWeb();
  const clock = createClock(startAt);
  await emptyDatabase({ client: control, seed });
  const running: World = {
    random: createRandom(seed),
    clock,
    steps: createSteps(),
    database: createDatabaseStage(control),
    server: createServer(workflows as never),
    violations: [],
    trace: (line) => void lines.push(`${new Date(clock.now()).toISOString().slice(11, 23)}  ${line}`),
  };
  shared.world = running;
  const { steps, database, server } = running;
  const { rows } = await control.query<{ id: number }>(
    `insert into "User" ("issuer", "subject", "email", "emailVerified", "tier", "updatedAt")
     values ('https://identity.example.com', $1, $1, true, 'ultimate', now()) returning "id"`,
    [`${randomUUID()}@example.com`],
  );
  const target = createTarget();
  const seats = [createSeat({ name: 'worker A', target }), createSeat({ name: 'worker B', target })];
  const requests: Life[] = [];
  const problems: Problem[] = [];

  async function settle() {
    do await steps.drain();
    while (await database.deliverUpdates());
  }
  async function advance(ms: number) {
    const until = clock.now() + ms;
    await settle();
    while (clock.runDue(until)) await settle();
    clock.moveTo(until);
    await settle();
  }

  const recordRepair = () => {
    for (const problem of problems)
      problem.until = Math.min(problem.until, Math.max(problem.leastUntil, clock.now()));
  };
  /** Nothing is broken or about to break, and every process that was started is there. */
  const isWell = () =>
    !server.isAway() &&
    !database.isAway() &&
    !server.hasLoss() &&
    !database.hasLoss() &&
    seats.some((seat) => seat.isServing()) &&
    seats.every((seat) => seat.isWell());
  /** A request to the web process, which continues during the next steps if it has to wait. */
  async function request(work: () => Promise<unknown>, crash: CrashPlan | null = null) {
    const own = createLife('web');
    own.crash = crash && { ...crash };
    requests.push(own);
    const asked = { isOver: false };
    shared.life
      .run(own, work)
      .catch((error: unknown) =>
        running.trace(`   refused: ${error instanceof Error ? error.message.slice(0, 200) : ''}`),
      )
      .finally(() => (asked.isOver = true));
    for (let turns = 0; turns < 30 && !asked.isOver; turns += 1) await settle();
  }

  const stage = {
    owner: { id: rows[0]?.id ?? 0, tier: 'ultimate' as const },
    jobs: [] as number[],
    /** Something was made to fail just now. */
    recordProblem: ({
      atLeastMs = 0,
      residents = new Set<number>(),
      kind = 'other',
    }: Partial<Pick<Problem, 'residents' | 'kind'>> & { atLeastMs?: number } = {}) =>
      void problems.push({
        from: clock.now(),
        until: Infinity,
        leastUntil: clock.now() + atLeastMs,
        residents,
        kind,
      }),
    /** Ends the problems if everything works again. */
    lookAround: () => {
      if (isWell()) recordRepair();
    },
    /** Jobs that a live worker holds. */
    residents: async () => {
      const held = (await database.ask(
        `select r."jobId" from "Residency" r join "Worker" w on w."id" = r."workerId"
         where w."settledAt" is null and w."leaseUntil" > model.clock_timestamp()
           and r."since" < model.clock_timestamp() - interval '5 seconds'`,
      )) as { jobId: number }[];
      return new Set(held.map(({ jobId }) => jobId));
    },
    problems,
    stopped: new Set<number>(),
    hurried: new Set<number>(),
    aimed: null as number | null,
    seats,
    web: () => web,
    /** A process started after a restore has no memory of the past. */
    renewWeb: async () => void (web = await loadWeb()),
    backupAt: null as number | null,
    restores: [] as Restore[],
    request,
    endRequests: async () => {
      for (const life of requests.splice(0)) await kill(life);
    },
    target,
    advance,
    settle,
    /** Everything works again, and there is time to finish what was started. */
    async heal() {
      server.setAway(false);
      database.setAway(false);
      for (const seat of seats) {
        const life = seat.life();
        if (life) life.crash = null;
      }
      if (!seats.some((seat) => seat.isServing())) seats[0]?.begin();
      recordRepair();
      const repairedAt = clock.now();
      await advance(160_000);
      if (stage.restores.length > 0) await request(() => web.cancelOrphans({ isStopping: () => false }));
      for (let minutes = 0; minutes < restMinutes && (await isBusy()); minutes += 1) await advance(60_000);
      for (let minutes = 0; minutes < catchUpMinutes && (await isBehind()); minutes += 1)
        await advance(60_000);
      for (let minutes = 0; minutes < slowRunMinutes && (await isOpenSince(repairedAt)); minutes += 1)
        await advance(60_000);
    },
  };
  async function isBusy() {
    const open = await database.ask(
      `select 1 from "Execution" where "outcome" is null union all select 1 from "Job" where "deletedAt" is not null`,
    );
    return open.length > 0;
  }
  /** Attempts of a slow target take longer than everything else. */
  async function isOpenSince(at: number) {
    const open = await database.ask(
      `select 1 from "Execution" where "outcome" is null and "dueAt" < to_timestamp($1 / 1000.0)`,
      [at],
    );
    return open.length > 0;
  }
  /** Slow calls caught up one after another take a while. */
  async function isBehind() {
    const late = await database.ask(
      `select 1 from "JobState" s join "Job" j on j."id" = s."jobId"
       where j."status" = 'active' and s."nextRunAt" < model.now() - interval '30 seconds'`,
    );
    return late.length > 0;
  }
  return stage;
}
