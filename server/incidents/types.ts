import type { CloseReason } from '#domain/incidents/incident.ts';

/** An incident that the transaction opened. Instants are UTC milliseconds. */
export interface OpenedIncident {
  id: number;
  jobId: number;
  ownerId: number;
  executionId: number;
  openedAt: number;
  causeCode: string | null;
  causeText: string | null;
  isFlapping: boolean;
  /** True if the account has a subscription to events of incidents. */
  hasSubscribers: boolean;
}

/** An incident that the transaction closed. */
export interface ClosedIncident {
  id: number;
  jobId: number;
  ownerId: number;
  openedAt: number;
  closedAt: number;
  closeReason: CloseReason;
  /** Failures in a row that it had. */
  failures: number;
  /** True if the account has a subscription to events of incidents. */
  hasSubscribers: boolean;
}
