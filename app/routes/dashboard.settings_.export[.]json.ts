import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { downloadLoader } from '#app/http/pages/download-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { writeAccount } from '#app/presenters/settings/account-export.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { exportAccount } from '#server/accounts/export-account.server.ts';
import { now } from '#server/clock.server.ts';

/** All stored data of the account as a download, streamed while it is read. */
export const loader = downloadLoader({
  guard: requireUser,
  failedText: 'Failed to export the account. Please try again.',
  run: async ({ user, request }) => {
    const exported = await exportAccount({ user, request: requestFacts(request) });
    const at = now();
    const pieces = Readable.from(writeAccount({ ...exported, at }), { objectMode: false });
    return new Response(createReadableStreamFromReadable(pieces), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="punctual-account-${at.toISOString().slice(0, 10)}.json"`,
        'Cache-Control': 'no-store',
      },
    });
  },
});
