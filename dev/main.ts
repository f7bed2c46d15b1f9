import { say } from '#dev/log/part-log.ts';
import { startStack } from '#dev/stack/start-stack.ts';
import { panel } from '#dev/stack/panel.ts';
import { stopOnSignal } from '#dev/stack/stop-on-signal.ts';

/** `npm start`: everything up, one panel, until a signal. */
export async function main({
  clone,
  home,
  isWatching,
}: {
  clone: string;
  home: string;
  isWatching: boolean;
}): Promise<void> {
  const startedAt = Date.now();
  const stack = startStack({ clone, home, isWatching });
  stopOnSignal({ stop: stack.stop });
  try {
    const facts = await stack.ready;
    process.stdout.write(`${panel({ facts, seconds: (Date.now() - startedAt) / 1000 })}\n`);
  } catch (error) {
    if (stack.isStopping()) return;
    say(error instanceof Error ? error.message : String(error), 'red');
    await stack.stop();
    process.exit(1);
  }
}
