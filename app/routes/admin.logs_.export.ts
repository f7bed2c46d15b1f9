import { logWindow, readLogQuery } from '#app/components/admin/log-query.ts';
import { downloadLoader } from '#app/http/pages/download-loader.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { streamLog } from '#app/presenters/admin/log-csv.server.ts';

/** The log as a file, by the filters of its page. */
export const loader = downloadLoader({
  guard: requireAdmin,
  failedText: 'Failed to export logs',
  run: ({ user, request }) => {
    const { pathname: path, searchParams } = new URL(request.url);
    const query = readLogQuery(searchParams);
    const admin = { id: user.id, request: requestFacts(request) };
    return streamLog({ admin, path, query: { ...query, ...logWindow(query) } });
  },
});
