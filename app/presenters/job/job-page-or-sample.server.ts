import { type AskedPage, type JobPageData, loadJobPage } from '#app/presenters/job/job-page.server.ts';
import { sampleJobPage } from '#app/presenters/sample/sample-job.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { AppError } from '#domain/errors.ts';
import { now as clock } from '#server/clock.server.ts';

/**
 * The page of a job; when it cannot be read, a sample that says so (D4).
 * @throws AppError not_found
 */
export async function readJobPageOrSample(asked: AskedPage): Promise<JobPageData> {
  try {
    return await loadJobPage(asked);
  } catch (error) {
    if (error instanceof AppError && error.type === 'not_found') throw error;
    logDefect({ error, request: asked.request });
    return sampleJobPage({ now: clock().getTime() });
  }
}
