/** How an execution ended, or how far it has come. */

export type ExecutionStatus =
  'success' | 'failed' | 'superseded' | 'skipped' | 'missed' | 'unknown' | 'queued' | 'running' | 'retrying';
