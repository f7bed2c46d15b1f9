export const requestIdHeader = 'x-request-id';
export const clientAddressHeader = 'x-punctual-client';

/** The client of a request, for the security log. The web process writes both headers itself (edge/request-frame). */
export function requestFacts(request: Request): { id: string; ip: string; userAgent: string } {
  return {
    id: request.headers.get(requestIdHeader) ?? '',
    ip: request.headers.get(clientAddressHeader) ?? '',
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
  };
}
