import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../call.ts';

// A timer and calls: nothing is stored, decided or remembered. No engine can be faster with this client.

const { JOBS: jobs, PERIOD_MS: period, TARGET_URL: targetUrl = '' } = process.env;
const periodMs = Number(period);
process.on('SIGTERM', () => process.exit());
for (;;) {
  const instant = (Math.floor(Date.now() / periodMs) + 1) * periodMs;
  while (instant - Date.now() > 3) await sleep(instant - Date.now() - 3);
  while (Date.now() < instant);
  await Promise.all(
    Array.from({ length: Number(jobs) }, (_, index) =>
      call({ url: `${targetUrl}/floor/job-${index}`, instant }),
    ),
  );
}
