import { createServer, type Server } from 'node:http';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';
import { measureProcess, registry } from './instruments.server.ts';

/**
 * Serves the metrics of this process to Prometheus, on METRICS_PORT of HOST, apart from the public port; 0 turns it
 * off. If the port is in use, the process runs without metrics and logs a warning.
 */
export function serveMetrics(): Server | null {
  const { METRICS_PORT: port, HOST } = env();
  if (port === 0) return null;
  measureProcess();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://metrics');
    if (request.method !== 'GET' || pathname !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    log().warn({ port, code: error.code }, 'metrics cannot be served');
  });
  server.listen(port, HOST, () => log().info({ port }, 'metrics are served'));
  // Nothing waits for a scrape.
  server.unref();
  return server;
}
