import type { Outcome } from '#domain/outcome.ts';

/** The outcome of an execution, or its present stage. */
export type ExecutionStatus = Outcome | 'queued' | 'running' | 'retrying';
