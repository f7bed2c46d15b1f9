import { useLocation, useNavigate, useParams } from '@remix-run/react';
import { ExecutionActions } from '#app/components/execution/execution-actions.tsx';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { ExecutionDetails, ExecutionSentence } from '#app/components/execution/execution-details.tsx';
import { afterPaint } from '#app/components/ui/after-paint.ts';
import { keepsFocus } from '#app/components/ui/announcer.tsx';
import { Dialog } from '#app/components/ui/overlay/dialog.tsx';
import { countText } from '#app/format/time-format.ts';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';
import { jobSearch } from '#app/query/history-address.ts';

/** An execution in a dialog over its job's page. */
export function ExecutionDialog({ details }: { details: ExecutionDetailsData }) {
  const { execution } = details;
  return (
    <Dialog
      isOpen
      onClose={useClose()}
      size="xl"
      title="Execution Details"
      badge={<ExecutionBadge status={execution.status} isBesideHeading />}
      description={
        <>
          Execution {countText(execution.id)}. <ExecutionSentence details={details} />
        </>
      }
    >
      <div className="grid gap-4 px-4 pb-5 sm:px-5">
        <div className="flex gap-2 max-sm:*:flex-1">
          <ExecutionActions details={details} />
        </div>
        <ExecutionDetails details={details} />
      </div>
    </Dialog>
  );
}

/** Dialog for an execution that no longer exists. */
export function GoneDialog({ title, message }: { title: string; message: string }) {
  return <Dialog isOpen onClose={useClose()} title={title} description={message} />;
}

/** Returns to the list with its filters and scroll position. */
function useClose(): () => void {
  const navigate = useNavigate();
  const { id } = useParams();
  const { search } = useLocation();
  const to = `/dashboard/jobs/${id ?? ''}${jobSearch(search)}`;
  return () => afterPaint(() => navigate(to, { preventScrollReset: true, state: keepsFocus }));
}
