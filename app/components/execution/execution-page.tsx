import { useLocation } from '@remix-run/react';
import { ExecutionActions } from '#app/components/execution/execution-actions.tsx';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { ExecutionDetails, ExecutionSentence } from '#app/components/execution/execution-details.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { countText } from '#app/format/time-format.ts';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';
import { jobSearch } from '#app/query/history-address.ts';

/** An execution as a separate page: opened directly, from elsewhere, or without JavaScript. */
export function ExecutionPage({ details }: { details: ExecutionDetailsData }) {
  const { job, execution } = details;
  const search = jobSearch(useLocation().search);
  return (
    <>
      <PageHead
        back={{ to: `/dashboard/jobs/${job.id}${search}`, label: job.name }}
        title={`Execution ${countText(execution.id)}`}
        actions={<ExecutionActions details={details} />}
        badge={<ExecutionBadge status={execution.status} isBesideHeading />}
        sub={<ExecutionSentence details={details} />}
      />
      <Stack>
        <ExecutionDetails details={details} />
      </Stack>
    </>
  );
}
