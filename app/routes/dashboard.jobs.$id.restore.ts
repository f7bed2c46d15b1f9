import { jobAct, toJobPage } from '#app/http/forms/job-act.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { parseId } from '#domain/ids.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';

export const loader = toJobPage;

/** Restores a job to one of its versions. */
export const action = jobAct({
  fallback: 'Failed to restore the version. Please try again.',
  names: ['version', 'seen'],
  run: async ({ owner, jobId, form }) => {
    const text = form.get('version');
    const version = jobIdOf(typeof text === 'string' ? text : undefined);
    const shown = form.get('seen');
    const seen = typeof shown === 'string' ? (parseId(shown) ?? undefined) : undefined;
    const { desiredVersion } = await restoreVersion({ owner, jobId, version, seen });
    const message = `Version ${version} restored as version ${desiredVersion}.`;
    return { title: 'Success', message, tone: 'success' };
  },
});
