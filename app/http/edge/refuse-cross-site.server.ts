import type { RequestHandler } from 'express';
import { db } from '#server/database/db.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Refuses a cross-site request: 403, and an entry in the security log. */
export const refuseCrossSite: RequestHandler = (request, response) => {
  const { requestId } = response.locals;
  const facts = { id: requestId, ip: request.ip ?? '', userAgent: request.get('user-agent') ?? '' };
  recordEvent({ tx: db(), code: 'csrf', path: request.path, request: facts }).catch((error: unknown) => {
    log().error({ err: error, requestId }, 'a refused request could not be logged');
  });
  response
    .status(403)
    .type('text/plain')
    .send(
      `This request was sent by another site and was refused. Open Punctual and try again there.\nRequest ${requestId}\n`,
    );
};
