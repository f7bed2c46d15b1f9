import { CircleCheck, CornerDownRight, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { takenText, type TakenValue } from '#app/presenters/job-form/taken-value.ts';
import type { TestRunOutcome } from '#app/presenters/job-form/test-run-view.ts';

/** Names of the buttons that post their value without JavaScript. */
const undoNames: Record<TakenValue['field'], string> = {
  webhookURL: 'takeUrl',
  acceptedStatuses: 'takeStatuses',
};

/** Copies values of the result into the form: the target of a redirect, and the received status. */
export function TestRunActions({ panel }: { panel: TestRunPanel }) {
  const { run, taken, takeRedirect, takeStatus, undo } = panel;
  const result = run?.result ?? null;
  const status = result && result.rawRequest !== null ? result.attempt.statusCode : null;
  return (
    <>
      {taken ? (
        <Hint
          action={
            <TakeButton name={undoNames[taken.field]} value={taken.previous} icon={Undo2} onTake={undo}>
              Undo
            </TakeButton>
          }
        >
          {takenText(taken)}
        </Hint>
      ) : null}
      {result?.redirect ? <Redirect redirect={result.redirect} taken={taken} onTake={takeRedirect} /> : null}
      {status === null ? null : (
        <TakeButton
          name="takeStatus"
          value={String(status)}
          icon={CircleCheck}
          onTake={() => takeStatus(status)}
        >
          Use This Status as Criterion
        </TakeButton>
      )}
    </>
  );
}

function Redirect({
  redirect: { url, canBeCalled },
  taken,
  onTake,
}: {
  redirect: NonNullable<TestRunOutcome['redirect']>;
  taken: TakenValue | null;
  onTake: (url: string) => void;
}) {
  const isTaken = taken?.field === 'webhookURL' && taken.value === url;
  if (isTaken) return null;
  return (
    <Hint
      action={
        canBeCalled ? (
          <TakeButton name="takeUrl" value={url} icon={CornerDownRight} onTake={() => onTake(url)}>
            Use This Redirect
          </TakeButton>
        ) : null
      }
    >
      <span className="block font-sans text-xs text-muted">Redirects to</span>
      {url}
      {canBeCalled ? null : (
        <span className="mt-1 block font-sans text-xs text-muted">
          This address can’t be used as it is: it isn’t http or https, or it contains a secret.
        </span>
      )}
    </Hint>
  );
}

function Hint({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2 rounded-control bg-sunken px-3.5 py-2.5">
      <p className="mono wrap-anywhere">{children}</p>
      {action ? <div className="flex">{action}</div> : null}
    </div>
  );
}

function TakeButton({ onTake, ...button }: ButtonProps & { onTake: () => void }) {
  return (
    <Button
      type="submit"
      form="job"
      formNoValidate
      size="sm"
      {...button}
      onClick={(event) => {
        event.preventDefault();
        onTake();
      }}
    />
  );
}
