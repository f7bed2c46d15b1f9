import { Download, Ellipsis, Pause, Play, Tag, Trash2, Zap, type LucideIcon } from 'lucide-react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { DetailsMenu, menuLine, menuRule } from '#app/components/ui/overlay/details-menu.tsx';
import { countText } from '#app/format/time-format.ts';
import type { Selection } from './use-selection.ts';

/** Id of the form that the table's checkboxes belong to. */
export const bulkForm = 'jobs-bulk';

interface Act {
  value: string;
  label: string;
  icon: LucideIcon;
}

const acts: Act[] = [
  { value: 'pause', label: 'Pause', icon: Pause },
  { value: 'resume', label: 'Resume', icon: Play },
  { value: 'run', label: 'Run', icon: Zap },
];
/** Below 640 px, these and Delete are in a menu. */
const furtherActs: Act[] = [
  { value: 'tag', label: 'Tag', icon: Tag },
  { value: 'export', label: 'Export', icon: Download },
];

interface BarProps {
  selection: Selection;
  matching: number;
  /** There are more jobs than those shown. */
  hasMore: boolean;
  isScripted: boolean;
  isPending: boolean;
}

/** Actions for the selected rows; CSS alone shows them while a box is ticked. */
export function BulkBar({ selection, matching, hasMore, isScripted, isPending }: BarProps) {
  const count = selection.isAllMatching ? matching : selection.ids.length;
  const all = `Select all ${countText(matching)} matching`;
  return (
    <div
      role="group"
      aria-label="Selected jobs"
      aria-busy={isPending}
      className="hidden min-h-12 items-center gap-1 border-b border-control bg-brand-soft py-1.5 pr-3 pl-4 group-has-[table_:checked]/jobs:flex max-sm:flex-wrap sm:pl-5"
    >
      <div className="flex items-center gap-1 max-sm:w-full">
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
        <Button type="reset" variant="quiet" size="sm" className="max-sm:ml-auto">
          Clear
        </Button>
      </div>
      <span className="mx-2 h-5 w-px shrink-0 bg-control max-sm:hidden" aria-hidden />
      {acts.map((act) => (
        <ActButton key={act.value} act={act} className="max-sm:first-of-type:-ml-2" />
      ))}
      {furtherActs.map((act) => (
        <ActButton key={act.value} act={act} className="max-sm:hidden" />
      ))}
      <Button
        type="submit"
        name="act"
        value="delete"
        variant="danger"
        size="sm"
        icon={Trash2}
        className="ml-auto max-sm:hidden"
      >
        Delete
      </Button>
      <FurtherMenu />
    </div>
  );
}

function ActButton({ act: { value, label, icon }, className }: { act: Act; className: string }) {
  return (
    <Button
      type="submit"
      name="act"
      value={value}
      variant="plain"
      size="sm"
      icon={icon}
      className={className}
    >
      {label}
    </Button>
  );
}

function FurtherMenu() {
  return (
    <DetailsMenu
      label="More for the selected jobs"
      className="ml-auto sm:hidden"
      opener={
        <>
          <Icon of={Ellipsis} />
          More
        </>
      }
      openerClassName={buttonStyle({ variant: 'plain', size: 'sm' })}
    >
      {furtherActs.map(({ value, label, icon }) => (
        <button key={value} type="submit" name="act" value={value} className={menuLine}>
          <Icon of={icon} />
          {label}
        </button>
      ))}
      <div className={menuRule} />
      <button
        type="submit"
        name="act"
        value="delete"
        className={cn(menuLine, 'text-danger hovered:text-danger')}
      >
        <Icon of={Trash2} />
        Delete
      </button>
    </DetailsMenu>
  );
}
