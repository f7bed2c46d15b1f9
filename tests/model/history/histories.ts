import pg from 'pg';
import { prepareDatabase } from '#tests/model/world/database-schema.ts';
import { stageConnections } from '#tests/model/world/database.ts';
import { type Command, wordsOf } from './commands.ts';
import { drawHistory } from './draw-history.ts';
import { runHistory, type HistoryReport } from './run-history.ts';

/** The database of this file, ready for histories one after the other. */
export async function createHistories() {
  const url = process.env.DATABASE_URL ?? '';
  Object.assign(process.env, { TEMPORAL_ADDRESS: 'a-server-of-the-suite:1', TEMPORAL_TASK_QUEUE: 'model' });
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  await prepareDatabase({ client: control, name: new URL(url).pathname.slice(1) });
  stageConnections();

  const live = (given: { seed: number; startAt: number; commands: Command[] }) =>
    runHistory({ ...given, control });

  return {
    run: (seed: number) => live({ seed, ...drawHistory(seed) }),
    /** Removes the steps this failure does not need, as far as time allows. */
    async shrink({
      seed,
      untilMs,
      reported: failed,
    }: {
      seed: number;
      untilMs: number;
      reported: HistoryReport;
    }): Promise<{ commands: Command[]; reported: HistoryReport }> {
      const { startAt, commands } = drawHistory(seed);
      const kinds = new Set(failed.violations.map(kindOf));
      let needed = commands;
      let reported = failed;
      for (let index = needed.length - 1; index >= 0 && Date.now() < untilMs; index -= 1) {
        const fewer = without({ commands: needed, index });
        const next = await live({ seed, startAt, commands: fewer });
        if (!next.violations.some((text) => kinds.has(kindOf(text)))) continue;
        needed = fewer;
        reported = next;
      }
      return { commands: needed, reported };
    },
    close: () => control.end(),
  };
}

/** Violations without their numbers: a history with fewer steps may fail in another way. */
const kindOf = (violation: string) => violation.replace(/\d+/g, '0');

/** Its time still passes. */
function without({ commands, index }: { commands: Command[]; index: number }): Command[] {
  const afterMs = commands[index]?.afterMs ?? 0;
  return commands
    .map((command, at) => (at === index + 1 ? { ...command, afterMs: command.afterMs + afterMs } : command))
    .filter((_, at) => at !== index);
}

/** A failing history in words. */
export function report({
  seed,
  commands,
  reported,
}: {
  seed: number;
  commands: Command[];
  reported: HistoryReport;
}): string {
  const lastLines = reported.lines.slice(process.env.MODEL_ALL === '1' ? 0 : -120);
  return [
    `History ${seed} (MODEL_SEED=${seed} MODEL_HISTORIES=1 runs it again):`,
    ...reported.violations.slice(0, 20).map((text) => `  ! ${text}`),
    'Steps that it needs:',
    ...commands.map((command) => `  ${wordsOf(command)}`),
    'How it ended:',
    ...lastLines.map((line) => `  ${line}`),
  ].join('\n');
}
