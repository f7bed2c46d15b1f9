import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isResponding } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { eventually } from '#tests/integration/engine/kit/engine.ts';
import { countsOf, heldBetween, requireFreeLoops, watchLoops } from '#tests/loop-lag.ts';

let child: ChildProcessWithoutNullStreams;
let url: string;
let said = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/metrics`;
  child = spawn(process.execPath, ['--import', 'tsx', 'tests/integration/operators/held-process.ts'], {
    env: { ...process.env, METRICS_PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'test' },
  });
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually(async () => expect(await isResponding(url)).toBe(true));
  // Its start is not measured here.
  await sleep(300);
});
afterAll(() => child.kill());

async function report(order: string): Promise<void> {
  said = '';
  child.stdin.write(`${order}\n`);
  await eventually(() => expect(said).toMatch(/^done$/m));
  // The next sample.
  await sleep(150);
}
const watch = () => watchLoops({ webMetricsUrl: url, workerMetricsUrl: url });
const lagNow = async () => {
  const [, lag] = /^punctual_event_loop_lag_seconds (\S+)$/m.exec(await (await fetch(url)).text()) ?? [];
  return Number(lag);
};

test('more than 200 ms of work in one piece blocks the event loop: metric, warning and helper say so', async () => {
  const loops = await watch();
  await report('hold 400');
  expect(await loops.held()).toEqual([
    { process: 'web', count: 1, longest: '0.3 to 0.5 s' },
    { process: 'worker', count: 1, longest: '0.3 to 0.5 s' },
  ]);
  expect(await lagNow()).toBeGreaterThan(0.3);
  await expect(requireFreeLoops(loops)).rejects.toThrow(
    'An event loop was held for more than 200 ms: web 1 times, the longest 0.3 to 0.5 s; worker 1 times, the longest 0.3 to 0.5 s.',
  );
  await eventually(() => expect(said).toMatch(/"durationMs":\d{3}.*"msg":"the event loop was held"/));
});

test('the same work in small pieces does not block it, nor does a stopped process', async () => {
  const loops = await watch();
  await report('spread 600');
  child.kill('SIGSTOP');
  await sleep(600);
  child.kill('SIGCONT');
  await sleep(150);
  await requireFreeLoops(loops);
});

test('a reading gives the bounds of the longest block, and a restarted process begins at 0', () => {
  const bucket = (le: string, count: number) =>
    `punctual_event_loop_held_seconds_bucket{le="${le}"} ${count}`;
  const reading = (...counts: number[]) =>
    countsOf(['0.1', '0.2', '0.3', '30', '+Inf'].map((le, at) => bucket(le, counts[at] ?? 0)).join('\n'));
  const before = reading(3, 4, 5, 5, 5);
  const between = (after: Map<number, number>) => heldBetween({ process: 'web', before, after });
  expect(between(before)).toEqual([]);
  expect(between(reading(9, 10, 11, 11, 11))).toEqual([]);
  expect(between(reading(3, 4, 5, 7, 7))).toEqual([{ process: 'web', count: 2, longest: '0.3 to 30 s' }]);
  expect(between(reading(3, 4, 5, 5, 6))).toEqual([{ process: 'web', count: 1, longest: 'over 30 s' }]);
  expect(between(reading(0, 0, 1, 1, 1))).toEqual([{ process: 'web', count: 1, longest: '0.2 to 0.3 s' }]);
});
