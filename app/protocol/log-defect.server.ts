import { requestFacts } from '#app/protocol/request-facts.ts';
import { db } from '#server/database/db.server.ts';
import { log } from '#server/log.server.ts';
import { loggedPath } from '#server/security-log/logged-path.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Writes a defect down, in the log and the security log, under the request id its error page shows. */
export function logDefect({ error, request }: { error: unknown; request: Request }): void {
  const path = loggedPath(new URL(request.url).pathname);
  const facts = requestFacts(request);
  log().error({ err: error, requestId: facts.id, path }, 'a request failed');
  // Nobody waits for the entry: the failed part may be the database.
  recordEvent({ tx: db(), code: 'unhandled', path, request: facts }).catch((cause: unknown) => {
    log().warn({ err: cause, requestId: facts.id }, 'a failure is missing from the security log');
  });
}
