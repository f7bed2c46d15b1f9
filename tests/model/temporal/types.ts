import type { RetryPolicy } from '@temporalio/common';
import type { Life } from '../world/lives.ts';

/** A run of a workflow as the host keeps it. */
export interface Run {
  workflowId: string;
  runId: string;
  type: string;
  given: unknown[];
  status: 'open' | 'completed' | 'failed' | 'cancelled' | 'continued';
  beganAt: number;
  /** Events not delivered to its code yet. */
  inbox: (() => void)[];
  /** Its first task starts no earlier: the backoff of a run continued as new. */
  startsAt: number;
  isStarted: boolean;
  isCancelled: boolean;
  handlers: Map<string, (...given: never[]) => void>;
  /** Signals received before their handler was set. */
  early: { name: string; given: unknown[] }[];
  conditions: Set<Condition>;
  /** Waits of its code that a cancellation ends. */
  cancels: Set<(error: Error) => void>;
  activities: number;
  historyLength: number;
  memo: Record<string, unknown>;
}

export interface Condition {
  holds: () => boolean;
  resolve: (holds: boolean) => void;
}

export interface ActivityOptions {
  startToCloseTimeout: number;
  heartbeatTimeout?: number;
  isLocal?: boolean;
  retry: RetryPolicy;
}

/** An activity from its start to its result, over all its deliveries. */
export interface Task {
  run: Run;
  id: string;
  name: string;
  given: unknown[];
  options: ActivityOptions;
  delivery: number;
  state: 'waiting' | 'ready' | 'out' | 'done';
  isCancelRequested: boolean;
  heartbeatAt: number;
  startedAt: number;
  /** Name of the worker that received it last. */
  identity: string;
  settle: (outcome: { result?: unknown; error?: Error }) => void;
}

/** A worker process that polls. */
export interface Poller {
  life: Life;
  /** Name by which the server knows it. */
  identity: string;
  isPolling: boolean;
  out: number;
  activities: Record<string, (given: unknown) => Promise<unknown>>;
  onIdle: () => void;
}
