import { resolve } from 'node:path';
import { type OwnStack, startOwnStack } from '#dev/test/own-stack.ts';

const name = `faults-${process.pid}`;
// As it stood before the addresses of the running product were put into it.
const inherited = { ...process.env };
let running: OwnStack | undefined;

/** The file in which the echo target writes down what came. */
export const sinkFile = resolve('.punctual', name, 'sink.jsonl');

/** Starts the product under test as people do, or starts it again on the same data. */
export async function startProduct(): Promise<OwnStack> {
  running = await startOwnStack({ name, env: { ECHO_SINK: sinkFile }, inherited, isByNpm: true });
  return running;
}

/** Ends it and removes what it has written. */
export async function removeProduct(): Promise<void> {
  await running?.remove();
}
