import type { Request, RequestHandler } from 'express';
import { largestFormBytes, largestImportBytes } from '#app/protocol/form-bytes.ts';

const apiBytes = 512 * 1024;
/** Needs no sign-in; an identity token has a few KiB. */
const tokenBytes = 16 * 1024;
const drainedBytes = 64 * 1024 * 1024;

/**
 * Detects bodies above the limit of their kind, 512 KiB for the API, 16 KiB for a token, 10 MiB for an import, 1 MiB
 * for forms: at once if the length is declared, otherwise while the route reads. A route that reads on gets an error
 * after the limit.
 *
 * The route returns the 413, in its frame or envelope. The unread rest is discarded, not cut off: otherwise a browser
 * shows a broken connection instead of the response.
 *
 * It must be directly before Remix: data between this counter and the reader would be lost.
 */
export const bodyLimit: RequestHandler = (request, response, next) => {
  const limit = limitOf(request.path);
  const declared = Number(request.headers['content-length'] ?? 0);
  response.locals.isBodyTooLarge = declared > limit;
  if (declared > drainedBytes) response.set('Connection', 'close');
  if (declared > 0 || request.headers['transfer-encoding'] !== undefined) {
    countBytes({
      request,
      limit,
      onOver: () => {
        response.locals.isBodyTooLarge = true;
      },
    });
    response.once('finish', () => drain(request));
  }
  next();
};

function limitOf(path: string): number {
  if (/^\/api\/v1\/auth\/token\/?$/i.test(path)) return tokenBytes;
  if (path.startsWith('/api/') || path === '/mcp') return apiBytes;
  return /^\/dashboard\/import(?:\.data)?$/.test(path) ? largestImportBytes : largestFormBytes;
}

function countBytes({
  request,
  limit,
  onOver,
}: {
  request: Request;
  limit: number;
  onOver: () => void;
}): void {
  let bytes = 0;
  let isOver = false;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytes) request.destroy();
    if (bytes <= limit || isOver) return;
    isOver = true;
    onOver();
    request.emit('error', new Error('The body is too large.'));
  });
}

/** Reads and throws away what the route left unread: else the connection's next request would wait behind it. */
function drain(request: Request): void {
  if (request.readableEnded || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
}
