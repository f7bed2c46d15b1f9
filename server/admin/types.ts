import type { EventRequest } from '#server/security-log/record-event.server.ts';

/** The calling admin and the request, for the security log. */
export interface Admin {
  id: number;
  request: EventRequest;
}
