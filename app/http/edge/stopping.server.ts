import type { Server } from 'node:http';
import type { RequestHandler } from 'express';

export interface Stopping {
  isStopping: () => boolean;
  /** Closes each connection after its current response once the process stops. */
  rule: RequestHandler;
  /** Resolves when the last request has its response, or is cut off. */
  stop: () => Promise<void>;
}

/**
 * Shutdown of a web process: first /readyz reports it for a while, so load balancers send no more requests; then no new
 * connection is accepted, idle ones are closed and open requests have time to end.
 */
export function createStopping({
  server,
  noticeMs,
  graceMs,
}: {
  server: Server;
  noticeMs: number;
  graceMs: number;
}): Stopping {
  let stopping: Promise<void> | undefined;

  async function goDown(): Promise<void> {
    await new Promise((done) => setTimeout(done, noticeMs));
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
  }

  return {
    isStopping: () => stopping !== undefined,
    rule: (_request, response, next) => {
      const writeHead = response.writeHead.bind(response);
      // At the last moment: the process may be stopped while the request is in progress.
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        if (stopping) response.setHeader('Connection', 'close');
        return writeHead(...head);
      }) as typeof response.writeHead;
      next();
    },
    stop: () => (stopping ??= goDown()),
  };
}
