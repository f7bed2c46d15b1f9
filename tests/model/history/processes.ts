import { setTimeout as sleep } from '../world/as-timers.ts';
import { kill, type Life, createLife } from '../world/lives.ts';
import { shared, world } from '../world/shared.ts';
import { inOneStep } from '../world/steps.ts';
import { loadWorker } from './load-process.ts';
import type { Target } from './target.ts';

const againMs = 2_000;

/** A place where a process runs, one life after the other. */
export function createSeat({ name, target }: { name: string; target: Target }) {
  let life: Life | undefined;
  let lives = 0;
  let stop: (() => Promise<void>) | undefined;
  let readyAt: number | null = null;

  async function main(own: Life) {
    const { startWorker, evaluateResponse, getPool } = loadWorker();
    getPool({ size: 20, statementMs: 10_000 });
    const { random } = world();
    const callOut = target.callOut(({ call, result }) =>
      evaluateResponse({ call, result, random: () => random.unit() }),
    );
    while (!own.isDead) {
      try {
        const running = await startWorker({ callOut, shutdownMs: 5_000 });
        world().trace(`${own.name} is ready`);
        readyAt = world().clock.now();
        stop = async () => {
          await running.stop();
          await inOneStep(() => kill(own));
        };
        return;
      } catch (error) {
        world().trace(`${own.name} cannot start: ${String(error)}`);
        await sleep(againMs);
      }
    }
  }

  let isLeaving = false;
  let isWanted = false;

  function begin() {
    if (life && !life.isDead) {
      isWanted = isLeaving;
      return;
    }
    lives += 1;
    stop = undefined;
    readyAt = null;
    isLeaving = isWanted = false;
    const own = (life = createLife(`${name}.${lives}`));
    own.onDeath = () => {
      forget(own);
      if (isWanted) begin();
      const { random, clock } = world();
      // The supervisor restarts the process; not at once, and not always.
      if (own.isFelled && random.chance(0.8)) clock.after(random.between(500, 25_000), begin);
    };
    void shared.life.run(own, () => main(own));
  }

  return {
    name,
    life: () => life,
    isServing: () => life !== undefined && !life.isDead && !isLeaving,
    /** It was never started, or stopped in order, or it works and nothing is planned against it. */
    isWell: () => !life || (isLeaving ? life.isDead && !isWanted : readyAt !== null && isUnharmed(life)),
    /** When its current life began to work; null before. */
    readyAt: () => readyAt,
    /** While one life is ending, the next one begins after it. */
    begin,
    /** SIGTERM: calls in flight may end. */
    end() {
      const own = life;
      if (!own || own.isDead || isLeaving) return;
      isLeaving = true;
      void shared.life.run(own, () => stop?.() ?? inOneStep(() => kill(own)));
    },
    kill: async () => {
      isWanted = false;
      if (life) await kill(life);
    },
  };
}

const isUnharmed = ({ isDead, crash, frozenUntil }: Life) =>
  !isDead && crash === null && frozenUntil <= world().clock.now();

/** Temporal dispatches nothing more to a dead process. */
function forget(life: Life) {
  const { pollers } = world().server;
  const left = pollers.filter((poller) => poller.life !== life);
  pollers.splice(0, pollers.length, ...left);
}
