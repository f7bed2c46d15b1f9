import { createInterface } from 'node:readline';
import { measureLoop, threadTimeMs } from '#server/metrics/loop-lag.server.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.server.ts';

// A process that measures its loop and follows commands: `hold 300` takes 300 ms of processor time in one piece,
// `spread 300` in pieces of ten.

function work(ms: number): void {
  const until = threadTimeMs() + ms;
  while (threadTimeMs() < until);
}

measureLoop();
serveMetrics()?.ref();
createInterface({ input: process.stdin }).on('line', (line) => {
  const [order, ms] = line.split(' ');
  if (order === 'hold') work(Number(ms));
  let left = order === 'spread' ? Number(ms) : 0;
  const next = () => {
    if (left > 0) {
      left -= 10;
      work(10);
      setImmediate(next);
    } else process.stdout.write('done\n');
  };
  next();
});
