import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const arrivals: Arrival[] = [];
const server = createServer((request, response) => {
  const { url: path = '/', headers } = request;
  const parts: Buffer[] = [];
  request.on('data', (chunk: Buffer) => parts.push(chunk));
  request.on('end', () => {
    arrivals.push({ path, headers, body: Buffer.concat(parts) });
    const [, status = '201'] = /^\/(\d{3})\b/.exec(path) ?? [];
    response.writeHead(Number(status)).end();
  });
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const pair = createECDH('prime256v1');
const VAPID_PUBLIC_KEY = pair.generateKeys('base64url');
const bytes = pair.getPrivateKey();
const VAPID_PRIVATE_KEY = Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url');
// Imported before anything that reads the settings.
Object.assign(process.env, { OUTBOUND_ALLOW_TARGETS: authority, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY });

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A subscribed browser: its subscription, and its received messages, decrypted. */
export function aBrowser({ status = 201 }: { status?: number } = {}) {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys('base64url');
  const auth = randomBytes(16);
  const path = `/${status}/${randomBytes(8).toString('hex')}`;
  return {
    subscription: { endpoint: `http://${authority}${path}`, p256dh, auth: auth.toString('base64url') },
    got: () =>
      arrivals
        .filter((arrival) => arrival.path === path)
        .map(({ headers, body }) => ({ headers, text: opened({ body, own, auth }) })),
  };
}

/** RFC 8188 and 8291: a header with salt and the sender's key, then one record. */
function opened({
  body,
  own,
  auth,
}: {
  body: Buffer;
  own: ReturnType<typeof createECDH>;
  auth: Buffer;
}): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const key = (secret: Buffer, from: Buffer, what: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, what, length));
  const input = key(own.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    key(input, salt, 'Content-Encoding: aes128gcm\0', 16),
    key(input, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
