import { TestRunButton } from '#app/components/job/test-run/test-run-card.tsx';
import { TestRunReport } from '#app/components/job/test-run/test-run-report.tsx';
import type { TestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { Dialog } from '#app/components/ui/overlay/dialog.tsx';

/** The result in a dialog, for screens without room beside the form. */
export default function TestRunDialog({
  panel,
  isOpen,
  onClose,
  returnTo,
}: {
  panel: TestRunPanel;
  isOpen: boolean;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      returnTo={returnTo}
      title="Test Run"
      actions={<TestRunButton panel={panel} />}
    >
      <div className="px-4 sm:px-5">
        <TestRunReport panel={panel} />
      </div>
    </Dialog>
  );
}
