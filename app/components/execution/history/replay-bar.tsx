import { Repeat } from 'lucide-react';
import type { RunSelection } from '#app/components/execution/history/use-run-selection.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { useKeptFetcher, useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { countText, plural } from '#app/format/time-format.ts';

/** Id of the form that the history's checkboxes belong to. */
export const replayFormId = 'runs-replay';

/** Maximum number of runs per request on the server. */
const most = 50;

interface BarProps {
  jobId: number;
  selection: RunSelection;
  /** Reason why no run can be replayed. */
  disabledReason: string | undefined;
}

/** Replays the selected runs; CSS alone shows it while a checkbox is ticked. */
export function ReplayBar({ jobId, selection, disabledReason }: BarProps) {
  const { ids, selectShown, holder } = selection;
  const asked = useKeptFetcher<{ toast: FlashToast }>({
    isFollowed: true,
    // A toast with links stays: choosing one takes longer than reading a sentence.
    say: ({ toast }) => ({ ...toast, stays: toast.ways !== undefined }),
  });
  useNewResult(asked.data, ({ toast }) => {
    if (toast.tone !== 'success') return;
    selectShown(false);
    // The focused bar has disappeared.
    holder.current?.querySelector<HTMLElement>('tbody input[name=execution_ids]')?.focus();
  });
  const count = ids.length;
  const refused = disabledReason ?? (count > most ? `Select at most ${most} runs.` : undefined);
  return (
    <asked.Form
      id={replayFormId}
      method="post"
      action={`/dashboard/jobs/${jobId}/replay`}
      aria-label="Selected runs"
      // After a reset by the browser, React still believes the box is ticked and would miss the next tick.
      onReset={() => setTimeout(() => selectShown(false))}
      className="hidden min-h-12 flex-wrap items-center gap-2 border-t border-control bg-brand-soft px-4 py-1.5 group-has-[tbody_:checked]/history:flex sm:px-5"
    >
      <b role="status" className="mr-auto whitespace-nowrap">
        {count === 0 ? 'Selected runs' : `${countText(count)} selected`}
      </b>
      <Button type="reset" variant="quiet" size="sm">
        Clear
      </Button>
      <Select name="as" aria-label="Request to send" defaultValue="recorded" className="w-auto">
        <option value="recorded">As originally sent</option>
        <option value="current">As the job is now</option>
      </Select>
      <Button
        type="submit"
        variant="primary"
        size="sm"
        icon={Repeat}
        isPending={asked.state !== 'idle'}
        disabledReason={refused}
      >
        {count === 0 ? 'Replay Runs' : `Replay ${plural(count, 'Run')}`}
      </Button>
    </asked.Form>
  );
}
