import { connect } from 'node:net';
import { parseUrl } from '#domain/text/parse-url.ts';

/** A client with cookies but without a browser: it can send requests that no browser would. */
export interface Visitor {
  ask: (path: string, init?: RequestInit) => Promise<Reply>;
  /** Sends fields as an urlencoded form of the product's own page. */
  post: (path: string, fields: Iterable<[string, string]>) => Promise<Reply>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

const timeoutMs = 30_000;

export function createVisitor({ origin }: { origin: string }): Visitor {
  const jar = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    if (!headers.has('origin')) headers.set('origin', origin);
    const response = await fetch(new URL(path, origin), {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    ask,
    post: (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams([...fields]) }),
  };
}

/** Signs in through the forms of the development identity provider. */
export async function signIn({ visitor, email }: { visitor: Visitor; email: string }): Promise<void> {
  let at = '/auth/login';
  let reply = await visitor.ask(at);
  for (let step = 0; step < 12; step += 1) {
    const location = reply.headers.get('location');
    if (location !== null) {
      if (/^\/dashboard/.test(location)) return;
      at = parseUrl(location, at)?.href ?? location;
      reply = await visitor.ask(at);
      continue;
    }
    const action = /<form method="post" action="([^"]+\/(?:login|consent))"/.exec(reply.text)?.[1];
    if (action === undefined)
      throw new Error(`The sign-in stops at a page without a form (${reply.status}).`);
    at = new URL(action, at).href;
    reply = await visitor.post(at, [
      ['email', email],
      ['password', 'any password'],
    ]);
  }
  throw new Error('The sign-in does not end.');
}

/**
 * Sends bytes as they are: request lines no client library lets through.
 * @returns status and headers of the response; status 0 where the connection was closed without one
 */
export function sendRaw({
  origin,
  request,
}: {
  origin: string;
  request: string;
}): Promise<{ status: number; head: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    let text = '';
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('No response came.')));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(readHead(text));
      else reject(error);
    });
    socket.on('close', () => resolve(readHead(text)));
  });
}

function readHead(text: string): { status: number; head: string } {
  const [head = ''] = text.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head };
}
