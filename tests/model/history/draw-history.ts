import type { JobInput } from '#domain/job.ts';
import type { CrashPlan, Deed } from '../world/lives.ts';
import { openRandom, type Random } from '../world/random.ts';
import type { Command } from './commands.ts';
import { manners } from './target.ts';

type Bare = Command extends infer One ? (One extends Command ? Omit<One, 'afterMs'> : never) : never;

const crons = [
  '* * * * *',
  '* * * * *',
  '* * * * *',
  '*/2 * * * *',
  '*/3 * * * *',
  '*/5 * * * *',
  '0 * * * *',
];
const zones = ['UTC', 'UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata'];
const deeds: Deed[] = [
  'claim',
  'claim',
  'record',
  'record',
  'call',
  'complete',
  'signal',
  'take',
  'mark',
  'settle',
  'plan',
  'start',
];
/** An ordinary afternoon, and the hours before clocks change. */
const days = ['2027-05-11T13:00:00Z', '2027-03-28T00:30:00Z', '2027-10-31T00:40:00Z', '2027-11-07T05:40:00Z'];
const minuteMs = 60_000;

/** The steps of a history, drawn by its seed. */
export function drawHistory(seed: number): { startAt: number; commands: Command[] } {
  const random = openRandom(seed);
  const startAt = Date.parse(random.pick(days)) + random.below(3600) * 1000 + random.below(1000);
  const commands: Command[] = [];
  let at = startAt;
  const add = (afterMs: number, bare: Bare) => {
    at += afterMs;
    commands.push({ afterMs, ...bare });
  };
  const isPair = random.chance(0.45);
  add(0, { kind: 'start', seat: 0 });
  if (isPair) add(random.below(3000), { kind: 'start', seat: 1 });
  for (let jobs = random.between(1, 3); jobs > 0; jobs -= 1)
    add(random.below(4000), { kind: 'create', input: drawJob(random) });
  for (let left = random.between(4, 11); left > 0; left -= 1) {
    const afterMs = drawPause({ random, at });
    for (const [index, bare] of drawSteps({ random, isPair }).entries())
      add(index === 0 ? afterMs : bare.afterMs, bare.step);
  }
  return { startAt, commands };
}

/** Often just before or after a minute begins: that is when things happen. */
function drawPause({ random, at }: { random: Random; at: number }): number {
  if (random.chance(0.3)) return random.below(4_000);
  if (random.chance(0.3)) return random.between(5_000, 100_000);
  const untilNext = minuteMs - (at % minuteMs);
  const offset = random.chance(0.5) ? random.between(-700, 900) : random.between(-12_000, 20_000);
  return Math.max(untilNext + offset, 0);
}

interface Drawn {
  afterMs: number;
  step: Bare;
}

function drawSteps({ random, isPair }: { random: Random; isPair: boolean }): Drawn[] {
  const one = (step: Bare): Drawn[] => [{ afterMs: 0, step }];
  const job = random.below(3);
  const seat = isPair ? random.below(2) : 0;
  const drawn = random.below(100);
  if (drawn < 10) return one({ kind: 'edit', job, changes: drawChanges(random) });
  if (drawn < 14) return one({ kind: 'pause', job, forMs: random.between(5, 200) * 1000 });
  if (drawn < 18) return one({ kind: 'skip', job, ahead: random.pick([1, 1, 2]) });
  if (drawn < 21) return one({ kind: random.pick(['retry', 'giveUp'] as const), job });
  if (drawn < 22) return one({ kind: 'replay', job });
  if (drawn < 28)
    return one({
      kind: 'set',
      job,
      status: random.pick(['active', 'active', 'paused', 'inactive'] as const),
    });
  if (drawn < 31) return one({ kind: 'delete', job });
  if (drawn < 36) return one({ kind: 'run', job, trigger: random.pick(['manual', 'api'] as const) });
  if (drawn < 39) return one({ kind: 'create', input: drawJob(random) });
  if (drawn < 44) return one({ kind: 'stop', seat }).concat(soon(random, { kind: 'start', seat }));
  if (drawn < 52) return one({ kind: 'kill', seat }).concat(soon(random, { kind: 'start', seat }));
  if (drawn < 57) return one({ kind: 'freeze', seat, forMs: random.between(500, 25_000) });
  if (drawn < 74) return one({ kind: 'crash', seat, plan: drawCrash(random) });
  if (drawn < 80)
    return one({
      kind: 'lose',
      loss: { deed: random.pick(deeds), phase: random.pick(['before', 'after'] as const) },
    });
  if (drawn < 87)
    return one({ kind: 'temporal', isAway: true }).concat(soon(random, { kind: 'temporal', isAway: false }));
  if (drawn < 93)
    return one({ kind: 'database', isAway: true }).concat(soon(random, { kind: 'database', isAway: false }));
  if (drawn < 95)
    return [
      { afterMs: 0, step: { kind: 'backup' } },
      { afterMs: random.between(1, 240) * 1000, step: { kind: 'restore' } },
    ];
  // Nothing runs for long: the ledger has to say what became of it.
  return [
    { afterMs: 0, step: { kind: 'kill', seat: 0 } },
    { afterMs: 0, step: { kind: 'kill', seat: 1 } },
    { afterMs: random.between(1, 75) * minuteMs + random.below(minuteMs), step: { kind: 'start', seat: 0 } },
  ];
}

function soon(random: Random, step: Bare): Drawn[] {
  const afterMs = random.chance(0.7) ? random.between(200, 30_000) : random.between(30_000, 150_000);
  return [{ afterMs, step }];
}

function drawCrash(random: Random): CrashPlan {
  return {
    deed: random.pick(deeds),
    phase: random.pick(['before', 'after'] as const),
    skip: random.pick([0, 0, 0, 1, 2]),
  };
}

const urlOf = (random: Random) => `https://target.example.com/${random.pick(manners)}`;

function drawJob(random: Random): JobInput {
  return {
    ...{
      name: nameOf(random),
      description: '',
      type: 'webhook',
      httpMethod: 'GET',
      headers: null,
      payload: null,
    },
    webhookUrl: urlOf(random),
    timeoutSeconds: random.pick([5, 20, 30, 75]),
    retryCount: random.pick([0, 0, 1, 2, 3]),
    cronExpression: random.chance(0.06) ? null : random.pick(crons),
    timeZone: random.pick(zones),
    ...{ successCriterion: 'status_code', successRegex: null, acceptedStatuses: null },
    ...{
      notifyFrequency: random.pick(['never', 'on_failure'] as const),
      notificationType: null,
      notificationConfig: null,
    },
    status: random.chance(0.9) ? 'active' : random.pick(['paused', 'inactive'] as const),
    ...{ tags: [], externalId: null, isSigned: false },
    overlap: random.pick(['skip', 'skip', 'queue', 'allow'] as const),
    catchUp: random.pick(['last', 'last', 'none', 'all'] as const),
  };
}

/** Each change has a name of its own: what operators see tells which version a chain knows. */
const nameOf = (random: Random) => `Job ${random.below(1_000_000_000)}`;

function drawChanges(random: Random): Partial<JobInput> {
  const { cronExpression, overlap, catchUp, retryCount, webhookUrl, timeZone } = drawJob(random);
  const fields: Partial<JobInput>[] = [
    { cronExpression },
    { overlap },
    { catchUp },
    { retryCount },
    { webhookUrl },
    { timeZone },
  ];
  return { name: nameOf(random), ...random.pick(fields), ...random.pick(fields) };
}
