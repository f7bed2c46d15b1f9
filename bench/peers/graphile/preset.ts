import type {} from 'graphile-worker';

/** Polls for due jobs as often as is still cheap, and writes completions in batches. */
export const graphilePreset: GraphileConfig.Preset = {
  worker: {
    pollInterval: 50,
    concurrentJobs: 128,
    maxPoolSize: 20,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};
