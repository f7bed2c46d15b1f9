import { LoaderCircle } from 'lucide-react';
import { testRunAnchor } from '#app/components/job/test-run/test-run-card.tsx';
import { ResultLine } from '#app/components/job/test-run/test-run-report.tsx';
import type { TestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { Icon } from '#app/components/ui/icon.tsx';

/** Test run in the form's bar, with a link to the result, where its card is out of sight. */
export function TestRunLine({
  panel: { run, isRunning },
  onOpen,
}: {
  panel: TestRunPanel;
  onOpen: () => void;
}) {
  if (!run && !isRunning) return null;
  return (
    <a
      href={`#${testRunAnchor}`}
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
      className="flex min-h-6 w-full items-center gap-3 text-ink no-underline min-[75rem]:hidden"
    >
      {run?.result ? (
        <ResultLine result={run.result} />
      ) : (
        <span className="flex items-center gap-2">
          <Icon of={LoaderCircle} className="animate-spin text-info" />
          Test run in progress
        </span>
      )}
      <span className="ml-auto shrink-0 font-medium text-brand">Show Result</span>
    </a>
  );
}
