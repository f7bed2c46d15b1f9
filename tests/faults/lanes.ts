import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { none, sum, type Tally } from '#dev/test/tally.ts';
import type { Part } from './parts.ts';
import { readyLine } from './ready-line.ts';
import { options } from './sizes.ts';

/** Runs the lanes of each turn beside each other, each in a separate process, and adds up their counts. */
export async function runLanes({ turns }: { turns: Part[][][] }): Promise<Tally> {
  const children = new Set<ReturnType<typeof spawn>>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => children.forEach((child) => child.kill(signal)));

  const runLane = async ({ names, onReady }: { names: Part[]; onReady: () => void }): Promise<Tally> => {
    const args = ['--import', 'tsx', process.argv[1] ?? '', ...names, ...options];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    let tally: Tally | undefined;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
      if (line.includes(readyLine)) onReady();
      else if (passed === undefined) console.log(line);
      else tally = { passed: Number(passed), failed: Number(failed) };
    });
    const code = await new Promise<number | null>((done) => child.once('close', done));
    children.delete(child);
    onReady();
    if (!tally) return { ...none, failed: 1 };
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  };
  const tallies: Tally[] = [];
  for (const lanes of turns) {
    const running: Promise<Tally>[] = [];
    for (const names of lanes) {
      await new Promise<void>((onReady) => running.push(runLane({ names, onReady })));
    }
    tallies.push(...(await Promise.all(running)));
  }
  return sum(tallies);
}
