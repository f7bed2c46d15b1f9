import { useSearchParams } from '@remix-run/react';
import { Ellipsis } from 'lucide-react';
import { chosenAttempt } from '#app/components/execution/attempts/attempts-card.tsx';
import { ExecutionNeighbours } from '#app/components/execution/execution-neighbours.tsx';
import { ReplayMenu } from '#app/components/execution/replay-menu.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { DetailsMenu, menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';

/** Copy actions of an execution, and a replay after its end. */
export function ExecutionActions({ details }: { details: ExecutionDetailsData }) {
  const { execution, issue } = details;
  const [params] = useSearchParams();
  const curl = chosenAttempt({ execution, params })?.request?.curl;
  return (
    <>
      <ExecutionNeighbours details={details} />
      {curl ? <CopyButton size="md" text={curl} word="Copy as cURL" className="max-sm:hidden" /> : null}
      {execution.isOpen ? null : <ReplayMenu details={details} />}
      <DetailsMenu
        label="More"
        className="size-9 flex-none! touch:size-11"
        opener={<Icon of={Ellipsis} />}
        openerClassName={buttonStyle({ size: 'icon' })}
      >
        {curl ? (
          <CopyButton
            text={curl}
            word="Copy as cURL"
            variant="plain"
            className={`${menuLine} justify-start border-0 font-normal sm:hidden`}
          />
        ) : null}
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
