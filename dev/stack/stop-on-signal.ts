import { say } from '#dev/log/part-log.ts';

const parentPollMs = 500;

/**
 * Ctrl-C and SIGTERM stop everything, once: npm passes on a signal the terminal has sent already. Under npm, whose
 * shell may die without a word, the loss of the parent is a signal too.
 */
export function stopOnSignal({ stop }: { stop: () => Promise<void> }): void {
  let isStopping = false;
  const begin = async (why: string) => {
    if (isStopping) return;
    isStopping = true;
    const startedAt = Date.now();
    say(`${why}: stopping everything …`, 'yellow');
    await stop();
    say(`Stopped after ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void begin(signal));
  // A closed terminal accepts no output.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => void begin('The terminal is gone'));

  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void begin('npm is gone');
  }, parentPollMs).unref();
}
