import { isResponse } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { AppError } from '#domain/errors.ts';

/**
 * Data of a page; if it cannot be loaded, redirects to the dashboard with a toast. Missing or forbidden data has its
 * own page.
 * @param message "Failed to load job details. Please try again."
 */
export async function loadOrRedirect<Page>({
  request,
  message,
  load,
}: {
  request: Request;
  message: string;
  load: () => Promise<Page>;
}): Promise<Page> {
  try {
    return await load();
  } catch (error) {
    const expected = expectedError(error);
    const isOurs =
      expected === null || expected.type === 'database_error' || expected.type === 'internal_error';
    if (isResponse(error) || !isOurs) throw error;
    if (!(error instanceof AppError)) logDefect({ error, request });
    const toast = { ...toScreenToast({ error: expected, screen: message }), tone: 'error' as const };
    throw await redirectWithToast({ request, to: '/dashboard', toast });
  }
}
