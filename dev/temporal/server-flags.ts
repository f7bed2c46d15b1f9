/** What operators see and search in the Temporal Web UI (engine.md section 2). */
const searchAttributes = {
  JobId: 'Keyword',
  OwnerId: 'Keyword',
  JobState: 'Keyword',
  Tier: 'Keyword',
  LastOutcome: 'Keyword',
  NextFire: 'Datetime',
};

/**
 * Arguments of the development server.
 * @param file its state; without one workflows die with the process
 * @param uiPort without one there is no Web UI
 */
export function serverFlags({
  port,
  uiPort,
  file,
}: {
  port: number;
  uiPort?: number;
  file?: string;
}): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    // The pragmas double how many workflows are made in a second.
    ...(file ? ['--db-filename', file] : []),
    ...(file ? ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'] : []),
    ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
    ...Object.entries(searchAttributes).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}
