import { nextFires } from '#domain/schedule/schedule.ts';
import { say } from './say.ts';

// Measures the time to compute the next two fires of a thousand jobs: `npx tsx bench/schedules.ts`.

const jobs = 1_000;
const rounds = 20;
const zones = ['UTC', 'America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'America/Vancouver'];
const crons = ['* * * * *', '0 9 * * *', '*/15 8-18 * * 1-5', '0 0 1 * *', '30 2 L * *', '0 9 * * 1#1'];
const from = Date.now();

function planAll(): number {
  const beganAt = performance.now();
  for (let index = 0; index < jobs; index += 1) {
    const [cron = '', timeZone = ''] = [crons[index % crons.length], zones[index % zones.length]];
    nextFires({ cron, timeZone, after: from + index * 1_000, count: 2 });
  }
  return performance.now() - beganAt;
}

const first = planAll();
const later = Array.from({ length: rounds }, planAll).sort((one, other) => one - other);
say(
  `The next two fires of ${jobs} jobs: ${first.toFixed(1)} ms at first, then ${(later[rounds / 2] ?? 0).toFixed(1)} ms`,
);
