import { Form, Link, useNavigation } from '@remix-run/react';
import { CreateJobLink, ImportLink } from '#app/components/job/list/dashboard-head.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import type { FirstRun } from '#app/presenters/job/first-run.server.ts';

/** Empty list after search and filters. */
export function NoMatch() {
  return (
    <EmptyState
      level={2}
      title="No jobs match your search criteria"
      actions={<ButtonLink to="/dashboard">Clear Filters</ButtonLink>}
    />
  );
}

/** An account without jobs, with ways to create the first one. */
export function NoJobs({ firstRun }: { firstRun: FirstRun | null }) {
  const hasExample = firstRun?.hasExample === true;
  return (
    <>
      <EmptyState
        level={2}
        title="No jobs created yet. Create your first job to get started."
        actions={
          <>
            <CreateJobLink />
            {hasExample ? <ExampleButton /> : null}
            <ImportLink />
          </>
        }
      >
        {hasExample
          ? 'The example calls an address of Punctual that returns the request. It runs at once.'
          : null}
      </EmptyState>
      {firstRun ? <SameAsCall {...firstRun} /> : null}
    </>
  );
}

const exampleAction = '/dashboard/jobs/example';

function ExampleButton() {
  const { formAction } = useNavigation();
  return (
    <Form method="post" action={exampleAction} className="flex">
      <Button type="submit" isPending={formAction === exampleAction}>
        Run an Example
      </Button>
    </Form>
  );
}

/** The example as an API call. */
function SameAsCall({ curl, hasApi }: Pick<FirstRun, 'curl' | 'hasApi'>) {
  return (
    <div className="border-t border-border px-4 py-5 sm:px-5">
      <p className="mb-2 text-muted">
        {hasApi ? (
          <>
            The same with one API call, using the key from your{' '}
            <Link to="/dashboard/api-docs">API Documentation</Link>:
          </>
        ) : (
          <>
            The same with one API call. <Link to="/dashboard/api-docs">API access</Link> comes with Premium
            and Ultimate:
          </>
        )}
      </p>
      <pre
        // A scrolling region must be reachable without a mouse.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: scrolling by keyboard
        tabIndex={0}
        role="region"
        aria-label="As cURL"
        className="overflow-x-auto rounded-control bg-sunken px-3.5 py-2.5"
      >
        <code>{curl}</code>
      </pre>
    </div>
  );
}
