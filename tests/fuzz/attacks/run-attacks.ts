import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StackFacts } from '#dev/stack/facts.ts';
import { freePort } from '#dev/ports.ts';
import { startOwnStack } from '#dev/test/own-stack.ts';
import { none, type Tally } from '#dev/test/tally.ts';
import { requireFreeLoops, watchLoops } from '#tests/loop-lag.ts';
import { callAttacks } from './call-attacks.ts';
import { formAttacks } from './form-attacks.ts';
import { importAttacks, importMany } from './import-attacks.ts';
import { pathAttacks } from './path-attacks.ts';
import { startTarget } from './target.ts';
import type { Attack, Field } from './types.ts';
import { createVisitor, signIn } from './visitor.ts';

const returnMs = 90_000;
const pollMs = 200;
const attacks = [...formAttacks, ...pathAttacks, ...callAttacks, ...importAttacks];

/**
 * Attacks a running product by HTTP, as a stranger and as a user of the Free plan. None may end a process, get an
 * error of the server, or hold an event loop for more than 200 ms.
 */
export async function runAttacks(): Promise<Tally> {
  const port = await freePort();
  const target = await startTarget({ port });
  const stack = await startOwnStack({
    name: `attacks-${process.pid}`,
    env: { RATE_LIMIT_SCALE: '100000', OUTBOUND_ALLOW_TARGETS: new URL(target.url).host },
  });
  try {
    const facts = JSON.parse(readFileSync(stack.facts, 'utf8')) as StackFacts;
    const field: Field = {
      facts,
      stranger: createVisitor({ origin: facts.url }),
      free: await signedIn({ facts, email: 'free@punctual.test' }),
      paid: await signedIn({ facts, email: 'ultimate@punctual.test' }),
      target,
    };
    // The first responses compile the code of a process, which is not caused by an attack.
    await warmUp(field);
    let tally = none;
    for (const attack of attacks) tally = add(tally, await attempt({ attack, field }));
    return tally;
  } finally {
    await target.close();
    await stack.remove();
  }
}

/** Sends every attacked form once, and loads the longest page, before the event loops are watched. */
async function warmUp(field: Field): Promise<void> {
  for (const attack of formAttacks.slice(0, 2)) await attack.run(field).catch(() => undefined);
  await importMany(field);
}

async function signedIn({ facts, email }: { facts: StackFacts; email: string }) {
  const visitor = createVisitor({ origin: facts.url });
  await signIn({ visitor, email });
  return visitor;
}

async function attempt({ attack, field }: { attack: Attack; field: Field }): Promise<boolean> {
  const began = performance.now();
  try {
    const loops = await watchLoops(field.facts);
    await attack.run(field);
    const health = await field.stranger.ask('/healthz');
    if (health.status !== 200) throw new Error(`Afterwards /healthz says ${health.status}.`);
    // The loop reports a piece of work at its next sample.
    await sleep(pollMs);
    await requireFreeLoops(loops);
    console.log(`passed  ${attack.name} (${(performance.now() - began).toFixed(0)} ms)`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${attack.name}: ${error instanceof Error ? error.message : String(error)}`);
    await returned(field);
    return false;
  }
}

/** Restarts a part that an attack has stopped, so that the next attack meets a complete product. */
async function returned({ stranger }: Field): Promise<void> {
  const end = performance.now() + returnMs;
  while (performance.now() < end) {
    const health = await stranger.ask('/healthz').catch(() => null);
    if (health?.status === 200) return;
    await sleep(500);
  }
}

function add({ passed, failed }: Tally, isPassed: boolean): Tally {
  return { passed: passed + Number(isPassed), failed: failed + Number(!isPassed) };
}
