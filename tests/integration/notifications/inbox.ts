import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CaughtEmail {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * An endpoint for notifications: /ok returns 200, /500 that status, and so on; /once/503 only the first time; /held
 * when it is released.
 */
export async function startInbox() {
  const letters: CaughtEmail[] = [];
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request;
    let sent = '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      const isFirst = !letters.some((letter) => letter.path === path);
      letters.push({ path, headers, body: sent });
      const [, once, status] = /^\/(once\/)?(\d{3})\b/.exec(path) ?? [];
      const code = status && (isFirst || !once) ? Number(status) : 200;
      const body = /[?&]says=([^&]*)/.exec(path)?.[1] ?? 'ok';
      const result = () =>
        response
          .writeHead(code, code === 429 ? { 'retry-after': '120' } : {})
          .end(decodeURIComponent(body).replaceAll('PATH', path));
      if (path.startsWith('/held')) held.push(result);
      else result();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    authority: `127.0.0.1:${port}`,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Requests for a path, oldest first. */
    at: (path: string) => letters.filter((letter) => letter.path === path),
    /** Responds to held requests. */
    release: () => held.splice(0).forEach((response) => response()),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
