import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '#server/db.server.ts';
import { summarize } from './lateness.ts';
import { areApplied, makeJobs } from './make-jobs.ts';
import { measureRounds } from './rounds.ts';
import { measureSchedules } from './schedules/measure.ts';
import { type BenchSettings, readSettings } from './settings.ts';
import { type BenchStack, startStack } from './stack.ts';

// How late N jobs that share one instant reach their target. The report is JSON on standard output.

const say = (text: string) => process.stderr.write(`${text}\n`);

async function measureProduct({ settings, stack }: { settings: BenchSettings; stack: BenchStack }) {
  const { jobs, rounds, periodMs } = settings;
  const env = { PERIOD_MS: String(periodMs), BUNDLE: stack.bundle };
  const worker = stack.spawnNode({ name: 'worker', script: 'bench/worker.ts', env });
  say(`Saving ${jobs} jobs …`);
  await makeJobs({ count: jobs, echoUrl: stack.echoUrl });
  while (!(await areApplied())) await sleep(500);
  say(`Measuring ${rounds} rounds, ${periodMs / 1000} s apart, after one to warm up …`);
  const measured = await measureRounds({
    ...{ jobs, rounds, periodMs, echoUrl: stack.echoUrl, path: '/bench/', patienceMs: periodMs / 2 },
    onRound: (round) => say(JSON.stringify(round)),
  });
  await worker.stop();
  return { ...summarize(measured), each: measured };
}

const settings = readSettings(process.argv.slice(2));
const stack = await startStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
try {
  const punctual = await measureProduct({ settings, stack });
  const schedules = settings.hasSchedules ? await measureSchedules({ settings, stack, say }) : undefined;
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
  const { jobs } = settings;
  const report = { at: new Date().toISOString(), node: process.version, machine, jobs, punctual, schedules };
  const text = JSON.stringify(report, null, 2);
  console.log(text);
  if (settings.out) await writeFile(settings.out, text);
} finally {
  await closeDatabase();
  await stack.stop();
}
