import { useSearchParams } from '@remix-run/react';
import { Ellipsis, Repeat } from 'lucide-react';
import { AskButton } from '#app/components/execution/ask-button.tsx';
import { chosenAttempt } from '#app/components/execution/attempts-card.tsx';
import { buttonStyle } from '#app/components/ui/button-style.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { DetailsMenu, menuLine } from '#app/components/ui/details-menu.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ExecutionDetailsData } from '#app/presenters/execution-details.server.ts';

/** What can be taken from an execution, and the same request once more after it has ended. */
export function ExecutionActions({ details }: { details: ExecutionDetailsData }) {
  const { execution, job, issue } = details;
  const [params] = useSearchParams();
  const curl = chosenAttempt({ execution, params })?.request?.curl;
  return (
    <>
      {curl ? <CopyButton size="md" text={curl} word="Copy as cURL" /> : null}
      {execution.isOpen ? null : (
        <AskButton
          intent="replay"
          icon={Repeat}
          disabledReason={job.isActive ? undefined : 'Resume the job to replay it.'}
        >
          Replay
        </AskButton>
      )}
      <DetailsMenu
        label="More"
        className="size-9 flex-none! touch:size-11"
        opener={<Icon of={Ellipsis} />}
        openerClassName={buttonStyle({ size: 'icon' })}
      >
        <CopyButton
          text={issue}
          word="Copy for an Issue"
          variant="plain"
          className={`${menuLine} justify-start border-0 font-normal`}
        />
      </DetailsMenu>
    </>
  );
}
