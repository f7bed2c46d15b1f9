/** Search attributes and memo in the Temporal Web UI, for operators (engine.md section 2). */
const searchAttributes = {
  JobId: 'Keyword',
  OwnerId: 'Keyword',
  JobState: 'Keyword',
  Tier: 'Keyword',
  LastOutcome: 'Keyword',
  NextFire: 'Datetime',
};

/** A fire at one instant with hundreds of others holds its run for a moment: a server that has no room for it refuses it. */
const leastKeptRuns = 500;
/**
 * The tool's own default is 8,096. Runs of jobs sleep for hours, but every two minutes the server's garbage collector reads all
 * of them (docs/decisions/075).
 */
const usualKeptRuns = 1_000;

/**
 * Arguments of the development server.
 * @param file its state; without one workflows die with the process
 * @param uiPort without one there is no Web UI
 * @param keptRuns runs it keeps in memory, 500 at least; 1,000 unless given
 */
export function serverFlags({
  port,
  uiPort,
  file,
  keptRuns = usualKeptRuns,
}: {
  port: number;
  uiPort?: number;
  file?: string;
  keptRuns?: number;
}): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    // The pragmas double how many workflows are made in a second.
    ...(file ? ['--db-filename', file] : []),
    ...(file ? ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'] : []),
    ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
    // The tool's own default reads them, and the namespace, from the store at each start, end and wait of a run: a third of
    // what it does there. Those above are in the store before the server begins, others are seen within a minute.
    ...['--dynamic-config-value', 'system.forceSearchAttributesCacheRefreshOnRead=false'],
    ...['--dynamic-config-value', `history.hostLevelCacheMaxSize=${Math.max(leastKeptRuns, keptRuns)}`],
    ...Object.entries(searchAttributes).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}
