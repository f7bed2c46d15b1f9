import type { EventRequest } from '#server/security-log/record-event.server.ts';

/** The admin who asks, and by which request: for the security log. */
export interface Admin {
  id: number;
  request: EventRequest;
}
