/**
 * What the Temporal server is told besides its defaults, wherever it runs. The worker that plans a fire also holds it,
 * without the way through the task queue. A run that nothing has happened to for two minutes leaves the server's memory:
 * by default it stays until others push it out, so that the server grows for hours (docs/decisions/015).
 */
export const dynamicSettings = {
  'system.enableActivityEagerExecution': true,
  'history.cacheTTL': '2m',
  'history.cacheBackgroundEvict': { Enabled: true, LoopInterval: '1m', MaxEntryPerCall: 1_024 },
};
