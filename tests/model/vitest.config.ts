import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';
import { mutate, simulations } from './engine-code.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The model test as a project of vitest: the engine's own code, with simulated Temporal and time.
export default defineProject({
  plugins: [mutate(process.env.MODEL_MUTANT)],
  resolve: { alias: simulations },
  test: {
    name: 'model',
    include: ['**/*.test.ts'],
    globalSetup: [here('./global-setup.ts')],
    setupFiles: [here('../integration/database.ts')],
    hookTimeout: 30_000,
    // Each worker waits for PostgreSQL most of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { groupOrder: 3 },
  },
});
