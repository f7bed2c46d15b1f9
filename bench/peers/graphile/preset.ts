import type {} from 'graphile-worker';

/** Jobs of the future are found by looking for them: as often as still costs little. What ended is written in batches. */
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
