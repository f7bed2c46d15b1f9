import type { OwnStack } from '#dev/test/own-stack.ts';
import { waitUntil, within } from './clock.ts';
import { pidOf, supervisorOf } from './processes.ts';

/** A start may take a minute on a busy machine; the second one follows a pause. */
const backLimitMs = 120_000;

/**
 * Kills a part at one instant and lets the held supervisor restart it at another.
 * @returns time of its return, in milliseconds
 */
export async function outage({
  stack,
  part,
  from,
  until = from,
}: {
  stack: OwnStack;
  part: string;
  from: number;
  until?: number;
}): Promise<number> {
  const { home } = stack;
  await waitUntil(from);
  const supervisor = supervisorOf(home);
  const known = stack.log().length;
  process.kill(supervisor, 'SIGSTOP');
  try {
    process.kill(pidOf({ home, part }), 'SIGKILL');
    await waitUntil(until);
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }
  const took = await within({
    ms: backLimitMs,
    isSo: () => stack.log().slice(known).includes(`${part} is back.`),
  });
  if (took === undefined) throw new Error(`${part} was not restarted within ${backLimitMs / 1000} s.`);
  return Date.now();
}
