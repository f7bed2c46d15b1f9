import { downloadLoader } from '#app/http/pages/download-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { streamLog } from '#app/presenters/admin/log-csv.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { logWindow, readLogQuery } from '#app/query/log-query.ts';

/** The log as a file, with the filters of its page. */
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
