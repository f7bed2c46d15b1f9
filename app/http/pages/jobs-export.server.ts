import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { matchingIds } from '#app/http/forms/bulk-form.server.ts';
import { mostListed, tooManyListed } from '#app/http/forms/read-form.server.ts';
import { downloadLoader } from '#app/http/pages/download-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { parseId } from '#domain/ids.ts';
import { now } from '#server/clock.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import type { TransferFormat } from '#server/transfer/types.ts';

const contentTypes: Record<TransferFormat, string> = {
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  crontab: 'text/plain; charset=utf-8',
};

/**
 * The loader of a download of all jobs. `?ids=1,2` or several `ids` take only these, `?matching=yes` what the list
 * shows at the same query; `?secrets=shown` the values of secret headers too.
 */
export function jobsExport(format: TransferFormat) {
  return downloadLoader({
    guard: requireUser,
    failedText: 'Failed to export the jobs. Please try again.',
    run: async ({ user, request }) => {
      const params = new URL(request.url).searchParams;
      const pieces = await exportJobs({
        owner: ownerOf({ user, request }),
        format,
        ids: await askedIds({ params, ownerId: user.id }),
        hasSecrets: params.get('secrets') === 'shown',
      });
      const body = createReadableStreamFromReadable(Readable.from(pieces, { objectMode: false }));
      const fileName = `punctual-jobs-${now().toISOString().slice(0, 10)}.${format}`;
      const headers = {
        'Content-Type': contentTypes[format],
        'Content-Disposition': `attachment; filename="${fileName}"`,
      };
      return new Response(body, { headers });
    },
  });
}

/** null: all jobs. */
async function askedIds({ params, ownerId }: { params: URLSearchParams; ownerId: number }) {
  if (params.get('matching') === 'yes') return matchingIds({ query: params, ownerId });
  if (!params.has('ids')) return null;
  const ids = params.getAll('ids').flatMap((text) => text.split(','));
  if (ids.length > mostListed) throw tooManyListed('ids');
  return ids.flatMap((id) => parseId(id) ?? []);
}
