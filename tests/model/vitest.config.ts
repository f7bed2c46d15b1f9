import { fileURLToPath } from 'node:url';
import { defineProject, type ViteUserConfig } from 'vitest/config';
import { mutants } from './mutants.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The model test as a project of vitest: the engine's own code, with simulated Temporal and time.
export default defineProject({
  plugins: [mutate(process.env.MODEL_MUTANT)],
  resolve: {
    alias: [
      { find: '@temporalio/workflow', replacement: here('./temporal/as-workflow.ts') },
      { find: '@temporalio/activity', replacement: here('./temporal/as-activity.ts') },
      { find: '@temporalio/worker', replacement: here('./temporal/as-worker.ts') },
      { find: /^.*\/temporal-client\.server\.ts$/, replacement: here('./temporal/as-client.ts') },
      { find: 'node:timers/promises', replacement: here('./world/as-timers.ts') },
    ],
  },
  test: {
    name: 'model',
    include: ['**/*.test.ts'],
    globalSetup: [here('./global-setup.ts')],
    setupFiles: [here('../integration/database.ts')],
    hookTimeout: 30_000,
    maxWorkers: 2,
    sequence: { groupOrder: 3 },
  },
});

/** Idle polls take most of a quiet minute, so they are less frequent; stays end within a history. */
const paces = [
  { file: 'worker/background/lease.ts', find: 'const everyMs = 2_000', put: 'const everyMs = 4_000' },
  { file: 'server/rounds.server.ts', find: 'const pollMs = 2_000', put: 'const pollMs = 6_000' },
  {
    file: 'worker/limits/lead-time.ts',
    find: 'const shortestStayMs = hourMs',
    put: 'const shortestStayMs = 10 * minuteMs',
  },
];

/** Breaks the engine in one place, to show that the histories notice. */
function mutate(name: string | undefined): NonNullable<ViteUserConfig['plugins']>[number] {
  const mutant = mutants.find((one) => one.name === name);
  if (name && !mutant) throw new Error(`No mutant is called ${name}.`);
  return {
    name: 'model-mutant',
    enforce: 'pre',
    transform(code, id) {
      for (const { file, find, put } of [...paces, ...(mutant?.edits ?? [])]) {
        if (!id.endsWith(file)) continue;
        if (!code.includes(find)) throw new Error(`${file} has no "${find}".`);
        code = code.replace(find, put);
      }
      return code;
    },
  };
}
