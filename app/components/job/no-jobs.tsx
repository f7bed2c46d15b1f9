import { CreateJobLink, ImportLink } from '#app/components/job/dashboard-head.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';

/** An empty list, because nothing matches or because nothing is there. */
export function NoJobs({ isNarrowed }: { isNarrowed: boolean }) {
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
  );
}
