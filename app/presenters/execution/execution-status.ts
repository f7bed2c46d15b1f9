/** The outcome of an execution, or its present stage. */
export type ExecutionStatus =
  'success' | 'failed' | 'superseded' | 'skipped' | 'missed' | 'unknown' | 'queued' | 'running' | 'retrying';
