interface ThreadFile {
  /** From the root of the repository. */
  source: string;
  /** The processes that start it: their builds carry it as threads/<name>.js beside the program. */
  startedBy: readonly ('web' | 'worker')[];
}

/** The programs of all worker threads. */
export const threadFiles = {
  // Searches patterns in responses, and compiles those of a save.
  'match-pattern': {
    source: 'server/outbound/response/match-pattern.worker.js',
    startedBy: ['web', 'worker'],
  },
  'plan-import': { source: 'server/transfer/plan-import.worker.ts', startedBy: ['web'] },
} as const satisfies Record<string, ThreadFile>;

export type ThreadName = keyof typeof threadFiles;

/** Entries of a process's build: the name of each thread's program, without ending, and its source. */
export function threadEntries(process: 'web' | 'worker'): Record<string, string> {
  const files: [string, ThreadFile][] = Object.entries(threadFiles);
  return Object.fromEntries(
    files
      .filter(([, { startedBy }]) => startedBy.includes(process))
      .map(([name, { source }]) => [`threads/${name}`, source]),
  );
}
