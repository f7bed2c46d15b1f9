import type { RequestHandler } from 'express';

const formBytes = 1024 * 1024;
const apiBytes = 512 * 1024;
const drainedBytes = 64 * 1024 * 1024;

/**
 * Notes when a body is larger than its kind may be: 512 KiB for the API, 1 MiB for forms. A declared length is
 * judged at once and the body is never kept; an undeclared one is counted while the route reads it and cut off.
 * The route answers 413, because only it knows its frame or envelope; what is still to come is then read and
 * thrown away, since a browser whose upload is cut shows a broken connection instead of the answer.
 *
 * Stands directly before Remix: data that arrives between this counter and the reader would be lost.
 */
export const bodyLimit: RequestHandler = (request, response, next) => {
  const limit = request.path.startsWith('/api/') ? apiBytes : formBytes;
  const declared = request.headers['content-length'];
  if (declared !== undefined) {
    response.locals.isBodyTooLarge = Number(declared) > limit;
    if (Number(declared) > drainedBytes) response.set('Connection', 'close');
  } else if (request.headers['transfer-encoding'] !== undefined) {
    let bytes = 0;
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > drainedBytes) request.destroy();
      if (bytes <= limit || response.locals.isBodyTooLarge) return;
      response.locals.isBodyTooLarge = true;
      request.emit('error', new Error('The body is too large.'));
    });
  }
  next();
};
