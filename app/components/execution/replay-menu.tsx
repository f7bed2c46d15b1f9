import { Link } from '@remix-run/react';
import { ChevronDown, Pencil, Repeat, Zap, type LucideIcon } from 'lucide-react';
import type { FormEvent } from 'react';
import { Icon, Spinner } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import { DetailsMenu, menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';

/** Replays the request of a run in three ways: as it was sent, as the job is now, or with edits. */
export function ReplayMenu({ details: { job, execution, replay } }: { details: ExecutionDetailsData }) {
  const asked = useKeptFetcher({ isFollowed: true });
  if (!job.isActive) {
    return (
      <Button icon={Repeat} disabledReason="Resume the job to replay it.">
        Replay
      </Button>
    );
  }
  const { jobVersion, id } = execution;
  const isSame = !replay.isEdited && jobVersion === replay.current;
  const recorded = replay.isEdited ? `version ${jobVersion} with its edits` : `version ${jobVersion}`;
  return (
    <DetailsMenu
      label="Replay"
      opener={
        <>
          {asked.state === 'idle' ? <Icon of={Repeat} /> : <Spinner />}
          Replay
          <Icon of={ChevronDown} size={14} />
        </>
      }
      openerClassName={`${buttonStyle({})} w-full`}
      panelClassName="w-72 max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:w-auto"
    >
      <asked.Form method="post" onSubmit={closeMenu}>
        <ReplayLine
          intent="replay"
          icon={Repeat}
          title={`Replay ${recorded}`}
          hint={isSame ? 'The job has not changed since.' : 'The request as this run sent it.'}
        />
        {isSame ? null : (
          <ReplayLine
            intent="replay-current"
            icon={Zap}
            title="Run again as it is now"
            hint={`The job at version ${replay.current}.`}
          />
        )}
      </asked.Form>
      <Link to={`/dashboard/jobs/${job.id}/executions/${id}/replay`} className={line}>
        <Words icon={Pencil} title="Replay with edits" hint="Change the request for this one run." />
      </Link>
    </DetailsMenu>
  );
}

const line = `${menuLine} h-auto! min-h-12 py-1.5`;

interface LineProps {
  icon: LucideIcon;
  title: string;
  hint: string;
}

function ReplayLine({ intent, ...words }: LineProps & { intent: string }) {
  return (
    <button name="intent" value={intent} className={line}>
      <Words {...words} />
    </button>
  );
}

function Words({ icon, title, hint }: LineProps) {
  return (
    <>
      <Icon of={icon} className="self-start" />
      <span className="min-w-0 whitespace-normal">
        <span className="block font-medium">{title}</span>
        <span className="block text-xs text-muted">{hint}</span>
      </span>
    </>
  );
}

function closeMenu({ currentTarget }: FormEvent<HTMLFormElement>): void {
  const menu = currentTarget.closest('details');
  menu?.querySelector('summary')?.focus();
  if (menu) menu.open = false;
}
