import { Logger, run } from 'graphile-worker';
import { call } from '../call.ts';
import { graphilePreset } from './preset.ts';

// Runs a Graphile Worker on the product's PostgreSQL.

await run({
  connectionString: process.env.GRAPHILE_URL ?? '',
  preset: graphilePreset,
  logger: new Logger(() => (level, message) => {
    if (level === 'error') console.error(message);
  }),
  taskList: {
    call: async (payload) => {
      const { url, instant } = payload as { url: string; instant: number };
      await call({ url, instant });
    },
  },
});
process.on('SIGTERM', () => process.exit());
