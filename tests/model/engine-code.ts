import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { mutants } from './mutants.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The simulations that replace modules of the engine; a pattern or name, and the file. */
export const simulations = [
  { find: '@temporalio/workflow', replacement: here('./temporal/as-workflow.ts') },
  { find: '@temporalio/activity', replacement: here('./temporal/as-activity.ts') },
  { find: '@temporalio/worker', replacement: here('./temporal/as-worker.ts') },
  { find: /^.*\/temporal-client\.server\.ts$/, replacement: here('./temporal/as-client.ts') },
  { find: 'node:timers/promises', replacement: here('./world/as-timers.ts') },
];

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
export function mutate(name: string | undefined): Plugin {
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

/**
 * Builds the programs of a history's processes, `worker.cjs` and `web.cjs`, with the simulations. Packages stay outside:
 * the simulations reach into some of them.
 */
export async function buildProcesses({ folder }: { folder: string }): Promise<void> {
  for (const name of ['worker', 'web'])
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [mutate(process.env.MODEL_MUTANT)],
      resolve: { alias: simulations },
      ssr: { noExternal: ['moment-timezone'] },
      build: {
        ssr: true,
        target: 'esnext',
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        rollupOptions: {
          input: { [name]: here(`./history/${name}-process.ts`) },
          output: {
            ...({ format: 'cjs', entryFileNames: '[name].cjs' } as const),
            ...{ inlineDynamicImports: true, dynamicImportInCjs: false },
          },
        },
      },
    });
}
