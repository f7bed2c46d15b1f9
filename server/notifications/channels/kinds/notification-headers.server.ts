import { userAgent } from '#server/outbound/request/user-agent.server.ts';

/** Headers of every HTTP notification. */
export function notificationHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent(),
    'accept-encoding': 'identity',
    via: '1.1 punctual',
  };
}
