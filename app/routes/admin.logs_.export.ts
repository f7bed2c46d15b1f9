import { logAddress, logWindow, readLogQuery } from '#app/components/admin/log-query.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { expectedError, logDefect } from '#app/http/expected-error.server.ts';
import { redirectWithToast } from '#app/http/flash-toast.server.ts';
import { requireAdmin } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { streamLog } from '#app/presenters/admin/log-csv.server.ts';

/** The log as a file, by the filters of its page; where that fails the page says so. */
export const loader = pageLoader({
  guard: requireAdmin,
  run: async ({ user, request }) => {
    const { pathname: path, searchParams } = new URL(request.url);
    const query = readLogQuery(searchParams);
    try {
      const admin = { id: user.id, request: requestFacts(request) };
      return await streamLog({ admin, path, query: { ...query, ...logWindow(query) } });
    } catch (error) {
      const expected = expectedError(error);
      if (!expected) logDefect({ error, request });
      const words = toScreenToast({ error: expected, screen: 'Failed to export logs' });
      const toast = { ...words, tone: 'error' as const };
      return redirectWithToast({ to: logAddress({ ...query, page: 1 }), toast });
    }
  },
});
