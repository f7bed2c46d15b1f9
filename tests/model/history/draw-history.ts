import type { JobInput } from '#domain/job/job.ts';
import type { CrashPlan, Deed } from '../world/lives.ts';
import { createRandom, type Random } from '../world/random.ts';
import { aimedAt, type Command } from './commands.ts';
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
  'keep',
  'keep',
  'report',
  'report',
  'reported',
  'takeOver',
  'free',
  'leave',
];
const phases = ['before', 'after'] as const;
const statuses = ['active', 'active', 'paused', 'inactive'] as const;
/** Operations of the database, and reports to Temporal, during which a connection may break. */
const asked: Deed[] = [
  'claim',
  'claim',
  'claim',
  'record',
  'record',
  'settle',
  'plan',
  'take',
  'mark',
  'save',
  'keep',
  'takeOver',
  'reported',
  'leave',
  'report',
  'report',
];
/** An ordinary afternoon, and the hours before clocks change. */
const days = ['2027-05-11T13:00:00Z', '2027-03-28T00:30:00Z', '2027-10-31T00:40:00Z', '2027-11-07T05:40:00Z'];
const minuteMs = 60_000;

/** The steps of a history, drawn by its seed. */
export function drawHistory(seed: number): { startAt: number; commands: Command[] } {
  const random = createRandom(seed);
  const startAt = Date.parse(random.pick(days)) + random.below(3600) * 1000 + random.below(1000);
  const commands: Command[] = [];
  let at = startAt;
  const add = (afterMs: number, bare: Bare) => {
    at += afterMs;
    commands.push({ afterMs, ...bare });
  };
  const isPair = random.chance(0.5);
  add(0, { kind: 'start', seat: 0 });
  if (isPair) add(random.below(3000), { kind: 'start', seat: 1 });
  for (let jobs = random.between(1, 3); jobs > 0; jobs -= 1)
    add(random.below(4000), { kind: 'create', input: drawJob(random) });
  // Nothing has failed so far: the strictest rules apply.
  if (random.chance(0.15)) {
    const afterMs = random.between(70, 200) * 1000;
    const draw = isPair && random.chance(0.5) ? handOver : quietOutage;
    for (const [index, { afterMs: laterMs, step }] of draw({ random, job: 0, seat: 0 }).entries())
      add(index === 0 ? afterMs : laterMs, step);
  }
  for (let left = random.between(4, 11); left > 0; left -= 1) {
    const afterMs = drawPause({ random, at });
    for (const [index, bare] of drawSteps({ random, isPair }).entries())
      add(index === 0 ? afterMs : bare.afterMs, bare.step);
  }
  return { startAt, commands };
}

/** Often just before or after the start of a minute, when most events happen. */
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

interface Place {
  random: Random;
  job: number;
  seat: number;
}

const one = (step: Bare): Drawn[] => [{ afterMs: 0, step }];

/** Possible next events, each with its share of a hundred. */
const kinds: [share: number, draw: (place: Place) => Drawn[]][] = [
  [8, ({ random, job }) => one(mortal(random, { kind: 'edit', job, changes: drawChanges(random) }))],
  [3, ({ random, job }) => one({ kind: 'pause', job, forMs: random.between(5, 200) * 1000 })],
  [4, ({ random, job }) => one({ kind: 'skip', job, ahead: random.pick([1, 1, 2]) })],
  [3, ({ random, job }) => one({ kind: random.pick(['retry', 'giveUp'] as const), job })],
  [1, ({ job }) => one({ kind: 'replay', job })],
  [5, ({ random, job }) => one(mortal(random, { kind: 'set', job, status: random.pick(statuses) }))],
  [3, ({ random, job }) => one(mortal(random, { kind: 'delete', job }))],
  [4, ({ random, job }) => one(mortal(random, aRun({ random, job })))],
  [2, ({ random }) => one({ kind: 'create', input: drawJob(random) })],
  [7, aroundAnAttempt],
  [4, stoppedRun],
  [3, ({ random, seat }) => [...one({ kind: 'stop', seat }), ...soon(random, { kind: 'start', seat })]],
  [4, ({ random, seat }) => [...one({ kind: 'kill', seat }), ...soon(random, { kind: 'start', seat })]],
  [4, killBetweenAttempts],
  [4, ({ random, job }) => one({ kind: 'halt', job, forMs: random.between(12_000, 45_000) })],
  [6, ({ random, seat }) => one({ kind: 'freeze', seat, forMs: random.between(500, 45_000) })],
  [13, ({ random, seat }) => one({ kind: 'crash', seat, plan: drawCrash(random) })],
  [8, ({ random }) => one({ kind: 'lose', loss: { deed: random.pick(asked), phase: random.pick(phases) } })],
  [4, ({ random }) => away(random, 'temporal')],
  [3, editWithoutTemporal],
  [5, quietOutage],
  [5, handOver],
  [4, ({ random, job }) => one({ kind: 'assign', job, to: random.pick(['other', 'nobody'] as const) })],
  [2, () => one({ kind: 'vacate' })],
  [3, crashOfNewcomer],
  [5, ({ random }) => away(random, 'database')],
  [2, backup],
  [3, longOutage],
];

function drawSteps({ random, isPair }: { random: Random; isPair: boolean }): Drawn[] {
  const place = { random, job: random.below(3), seat: isPair ? random.below(2) : 0 };
  let left = random.below(kinds.reduce((sum, [share]) => sum + share, 0));
  const [, draw] = kinds.find(([share]) => (left -= share) < 0) ?? [];
  return draw?.(place) ?? [];
}

/** A request just before a retry, when only the ledger can know about it in time. */
function aroundAnAttempt({ random }: Place): Drawn[] {
  const job = aimedAt;
  const wish = random.pick<Bare>([
    { kind: 'set', job, status: 'paused' },
    { kind: 'set', job, status: 'inactive' },
    { kind: 'delete', job },
    aRun({ random, job }),
    aRun({ random, job }),
  ]);
  const isUnreported = wish.kind !== 'run' && random.chance(0.8);
  const step: Bare = isUnreported ? { ...wish, death: { deed: 'signal', phase: 'before', skip: 0 } } : wish;
  return [
    ...one({ kind: 'aim', leadMs: random.between(20, 300) }),
    { afterMs: 0, step },
    ...(wish.kind === 'set' ? continueAsNewAt({ random, job }) : []),
  ];
}

/** A requested run, and a pause before any worker could claim it. */
function stoppedRun({ random, job }: Place): Drawn[] {
  const death: CrashPlan = { deed: 'start', phase: 'before', skip: 0 };
  return [
    { afterMs: 0, step: { ...aRun({ random, job }), death } },
    { afterMs: random.between(1, 500), step: { kind: 'set', job, status: 'paused' } },
    ...continueAsNewAt({ random, job }),
  ];
}

/** Resumes jobs, as most would soon be paused otherwise. */
const continueAsNewAt = ({ random, job }: Pick<Place, 'random' | 'job'>): Drawn[] =>
  random.chance(0.7)
    ? [{ afterMs: random.between(1, 20_000), step: { kind: 'set', job, status: 'active' } }]
    : [];

/** A worker that dies while an execution it called for waits for its next attempt. */
function killBetweenAttempts({ random, seat }: Place): Drawn[] {
  return [
    ...one({ kind: 'aim', leadMs: random.between(14_000, 44_000) }),
    ...one({ kind: 'kill', seat }),
    { afterMs: random.between(200, 8_000), step: { kind: 'start', seat } },
  ];
}

const away = (random: Random, kind: 'temporal' | 'database'): Drawn[] => [
  ...one({ kind, isAway: true }),
  ...soon(random, { kind, isAway: false }),
];

/** The relay has a push pending and cannot deliver it. */
function editWithoutTemporal({ random, job }: Place): Drawn[] {
  return [
    ...one({ kind: 'temporal', isAway: true }),
    { afterMs: random.below(5_000), step: { kind: 'edit', job, changes: drawChanges(random) } },
    { afterMs: random.between(1_000, 30_000), step: { kind: 'temporal', isAway: false } },
  ];
}

/** Temporal is away for long, and nothing else happens: resident jobs fire. */
function quietOutage({ random, job }: Place): Drawn[] {
  const afterMs = random.below(minuteMs);
  const edit: Drawn = { afterMs, step: { kind: 'edit', job, changes: drawChanges(random) } };
  const pause: Drawn[] = [
    { afterMs, step: { kind: 'set', job, status: 'paused' } },
    { afterMs: random.below(minuteMs), step: { kind: 'set', job, status: 'active' } },
  ];
  return [
    ...one({ kind: 'temporal', isAway: true }),
    ...random.pick([[], [], [], [edit], [edit], pause]),
    {
      afterMs: random.between(1, random.chance(0.3) ? 20 : 4) * minuteMs + random.below(minuteMs),
      step: { kind: 'temporal', isAway: false },
    },
  ];
}

/** A rolling deploy: another worker starts, and this one stops, mostly around the start of a minute. */
function handOver({ random, seat }: Place): Drawn[] {
  return [
    ...one({ kind: 'start', seat: 1 - seat }),
    { afterMs: random.between(500, 80_000), step: { kind: 'stop', seat } },
    { afterMs: random.between(100, 20_000), step: { kind: 'start', seat } },
    { afterMs: random.between(100, 40_000), step: { kind: 'stop', seat: 1 - seat } },
  ];
}

/** A worker that dies with a job it has just received, or just reported. */
function crashOfNewcomer({ random, seat }: Place): Drawn[] {
  const deed = random.pick<Deed>(['keep', 'keep', 'report', 'reported']);
  return [
    ...one({ kind: 'crash', seat, plan: { deed, phase: random.pick(phases), skip: 0 } }),
    { afterMs: random.below(2_000), step: { kind: 'create', input: drawJob(random) } },
  ];
}

function backup({ random }: Place): Drawn[] {
  return [...one({ kind: 'backup' }), { afterMs: random.between(1, 240) * 1000, step: { kind: 'restore' } }];
}

/** Nothing runs for a long time: the ledger has to account for it. */
function longOutage({ random }: Place): Drawn[] {
  const afterMs = random.between(1, 75) * minuteMs + random.below(minuteMs);
  return [
    ...one({ kind: 'kill', seat: 0 }),
    ...one({ kind: 'kill', seat: 1 }),
    { afterMs, step: { kind: 'start', seat: 0 } },
  ];
}

const aRun = ({ random, job }: Pick<Place, 'random' | 'job'>): Bare => ({
  kind: 'run',
  job,
  trigger: random.pick(['manual', 'api'] as const),
});

/** Sometimes the web process dies during it, mostly before Temporal has been told. */
function mortal(random: Random, step: Bare): Bare {
  if (!random.chance(0.25)) return step;
  const deed = random.pick<Deed>(['signal', 'signal', 'start', 'mark', 'save']);
  return { ...step, death: { deed, phase: random.pick(phases), skip: 0 } };
}

function soon(random: Random, step: Bare): Drawn[] {
  const afterMs = random.chance(0.7) ? random.between(200, 30_000) : random.between(30_000, 150_000);
  return [{ afterMs, step }];
}

function drawCrash(random: Random): CrashPlan {
  return {
    deed: random.pick(deeds),
    phase: random.pick(phases),
    skip: random.pick([0, 0, 0, 1, 2]),
  };
}

/** Each manner has its own host: one that refuses connections is only probed after 20 refusals, and others would wait for it. */
function urlOf(random: Random): string {
  const manner = random.pick(manners);
  return `https://${manner}.example.com/${manner}`;
}

function drawJob(random: Random): JobInput {
  return {
    ...{
      name: nameOf(random),
      description: '',
      type: 'webhook',
      httpMethod: 'GET',
      headers: null,
      auth: null,
      payload: null,
    },
    webhookUrl: urlOf(random),
    timeoutSeconds: random.pick([5, 20, 30, 75]),
    retryCount: random.pick([0, 1, 2, 3]),
    retryDelays: null,
    cronExpression: random.chance(0.06) ? null : random.pick(crons),
    timeZone: random.pick(zones),
    ...{ successCriterion: 'status_code', successRegex: null, acceptedStatuses: null },
    ...{
      notifyFrequency: random.pick(['never', 'on_failure'] as const),
      notificationType: null,
      notificationConfig: null,
      notifyRules: null,
    },
    ...{ lateAfter: null, tooLongAfter: null, certificateDays: 0, answerWatch: null },
    status: random.chance(0.9) ? 'active' : random.pick(['paused', 'inactive'] as const),
    ...{ tags: [], externalId: null, isSigned: false, followRedirects: false },
    overlap: random.pick(['skip', 'skip', 'queue', 'allow'] as const),
    catchUp: random.pick(['last', 'last', 'none', 'all'] as const),
  };
}

/** Each change has a unique name: the operators' view shows the version known to a workflow. */
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
