import { Download, Pause, Play, Tag, Trash2, Zap, type LucideIcon } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { countText } from '#app/components/ui/time-format.ts';
import type { Selection } from './use-selection.ts';

/** The form that the checkboxes of the table belong to. */
export const bulkForm = 'jobs-bulk';

const acts: { value: string; label: string; icon: LucideIcon }[] = [
  { value: 'pause', label: 'Pause', icon: Pause },
  { value: 'resume', label: 'Resume', icon: Play },
  { value: 'run', label: 'Run', icon: Zap },
  { value: 'tag', label: 'Tag', icon: Tag },
  { value: 'export', label: 'Export', icon: Download },
];

interface BarProps {
  selection: Selection;
  matching: number;
  /** Whether there are jobs beside those shown. */
  hasMore: boolean;
  isScripted: boolean;
  isPending: boolean;
}

/** What can be done with the selected rows; seen while one is ticked, by CSS alone. */
export function BulkBar({ selection, matching, hasMore, isScripted, isPending }: BarProps) {
  const count = selection.isAllMatching ? matching : selection.ids.length;
  const all = `Select all ${countText(matching)} matching`;
  return (
    <div
      role="group"
      aria-label="Selected jobs"
      aria-busy={isPending}
      className="hidden min-h-12 items-center gap-1 overflow-x-auto border-b border-control bg-brand-soft py-1.5 pr-3 pl-4 group-has-[table_:checked]/jobs:flex sm:pl-5"
    >
      <b className="mr-1 whitespace-nowrap" role="status">
        {isScripted ? `${countText(count)} selected` : 'Selected jobs'}
      </b>
      {hasMore && !selection.isAllMatching ? (
        <>
          <Button
            variant="quiet"
            size="sm"
            className="no-script:hidden"
            onClick={selection.selectAllMatching}
          >
            {all}
          </Button>
          {isScripted ? null : (
            <label className="hidden min-h-6 items-center gap-2 whitespace-nowrap no-script:flex">
              <input type="checkbox" name="matching" value="yes" className="check-box" />
              {all}
            </label>
          )}
        </>
      ) : null}
      <Button type="reset" variant="quiet" size="sm">
        Clear
      </Button>
      <span className="mx-2 h-5 w-px shrink-0 bg-control" aria-hidden />
      {acts.map(({ value, label, icon }) => (
        <Button key={value} type="submit" name="act" value={value} variant="plain" size="sm" icon={icon}>
          {label}
        </Button>
      ))}
      <Button
        type="submit"
        name="act"
        value="delete"
        variant="danger"
        size="sm"
        icon={Trash2}
        className="ml-auto"
      >
        Delete
      </Button>
    </div>
  );
}
