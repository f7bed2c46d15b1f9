import pg from 'pg';
import { vi } from 'vitest';
import { stageConnections } from '../world/database.ts';
import { prepareDatabase } from '../world/database-schema.ts';
import { type Command, wordsOf } from './commands.ts';
import { drawHistory } from './draw-history.ts';
import { runHistory, type Told } from './run-history.ts';

/** The database of this file, ready for histories one after the other. */
export async function openHistories() {
  const url = process.env.DATABASE_URL ?? '';
  Object.assign(process.env, { TEMPORAL_ADDRESS: 'a-server-of-the-suite:1', TEMPORAL_TASK_QUEUE: 'model' });
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  await prepareDatabase({ client: control, name: new URL(url).pathname.slice(1) });
  stageConnections();
  let graphs = await loadGraphs();

  async function live(given: { seed: number; startAt: number; commands: Command[] }): Promise<Told> {
    return runHistory({ ...given, graphs, loadGraphs, control });
  }

  return {
    run: (seed: number) => live({ seed, ...drawHistory(seed) }),
    /** Leaves out whatever the failure does not need, as far as the time allows. */
    async shrink({
      seed,
      untilMs,
    }: {
      seed: number;
      untilMs: number;
    }): Promise<{ commands: Command[]; told: Told }> {
      const { startAt, commands } = drawHistory(seed);
      let needed = commands;
      let told = await again(needed);
      for (let index = needed.length - 1; index >= 0 && Date.now() < untilMs; index -= 1) {
        const fewer = without({ commands: needed, index });
        const next = await again(fewer);
        if (next.violations.length === 0) continue;
        needed = fewer;
        told = next;
      }
      return { commands: needed, told };

      async function again(steps: Command[]) {
        // The same ids come again: no process may remember them.
        graphs = await loadGraphs();
        return live({ seed, startAt, commands: steps });
      }
    },
    close: () => control.end(),
  };
}

/** Its time passes all the same. */
function without({ commands, index }: { commands: Command[]; index: number }): Command[] {
  const afterMs = commands[index]?.afterMs ?? 0;
  return commands
    .map((command, at) => (at === index + 1 ? { ...command, afterMs: command.afterMs + afterMs } : command))
    .filter((_, at) => at !== index);
}

/** Each process of a history has modules of its own: its pool, its memory of what it was handed out. */
async function loadGraphs() {
  const load = async () => {
    vi.resetModules();
    return import('./process.ts');
  };
  return { web: await load(), first: await load(), second: await load() };
}

/** A failing history as somebody reads it. */
export function tell({ seed, commands, told }: { seed: number; commands: Command[]; told: Told }): string {
  const lastLines = told.lines.slice(-120);
  return [
    `History ${seed} (MODEL_SEED=${seed} MODEL_HISTORIES=1 runs it again):`,
    ...told.violations.slice(0, 20).map((text) => `  ! ${text}`),
    'Steps that it needs:',
    ...commands.map((command) => `  ${wordsOf(command)}`),
    'How it ended:',
    ...lastLines.map((line) => `  ${line}`),
  ].join('\n');
}
