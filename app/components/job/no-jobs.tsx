import { Link } from '@remix-run/react';
import { CreateJobLink, ImportLink } from '#app/components/job/dashboard-head.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';

/**
 * An empty list, because nothing matches or because nothing is there.
 * @param apiOrigin of the service, where the account's plan has the API
 */
export function NoJobs({ isNarrowed, apiOrigin }: { isNarrowed: boolean; apiOrigin: string | null }) {
  if (isNarrowed) {
    return (
      <EmptyState
        level={2}
        title="No jobs match your search criteria"
        actions={<ButtonLink to="/dashboard">Clear Filters</ButtonLink>}
      />
    );
  }
  return (
    <>
      <EmptyState
        level={2}
        title="No jobs created yet. Create your first job to get started."
        actions={
          <>
            <CreateJobLink />
            <ImportLink />
          </>
        }
      />
      {apiOrigin === null ? null : <SameAsCall origin={apiOrigin} />}
    </>
  );
}

/** What Create Job does, as one call. */
function SameAsCall({ origin }: { origin: string }) {
  return (
    <div className="border-t border-border px-4 py-5 sm:px-5">
      <p className="mb-2 text-muted">
        Or as one call, with the key of your <Link to="/dashboard/api-docs">API Documentation</Link>:
      </p>
      <pre
        // A region that scrolls has to be reachable without a mouse.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: scrolling by keyboard
        tabIndex={0}
        role="region"
        aria-label="As cURL"
        className="overflow-x-auto rounded-control bg-sunken px-3.5 py-2.5"
      >
        <code>{callOf(origin)}</code>
      </pre>
    </div>
  );
}

const callOf = (origin: string) => `curl -X POST ${origin}/api/v1/jobs \\
  -H "Authorization: Bearer $PUNCTUAL_KEY" -H "Content-Type: application/json" \\
  -d '{"name": "My first job", "cron": "0 * * * *", "webhook_url": "https://example.com/hook"}'`;
