import { ImportLines } from '#app/components/job/paste/import-lines.tsx';
import { LeftList } from '#app/components/job/paste/paste-panel.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Dialog } from '#app/components/ui/overlay/dialog.tsx';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';

interface PasteDialogProps {
  report: PasteReport;
  onFill: () => void;
  /** Keeps the text in the field. */
  onKeep: () => void;
}

/** Dialog after a command was pasted into a field. */
export default function PasteDialog({ report, onFill, onKeep }: PasteDialogProps) {
  const { reason, taken, left, crontab } = report;
  return (
    <Dialog
      isOpen
      onClose={onKeep}
      title={crontab === null ? 'Fill in from this command?' : 'Import these lines?'}
      actions={
        <>
          <Button onClick={onKeep}>Paste as Text</Button>
          {crontab === null ? (
            <Button variant="primary" onClick={onFill}>
              Fill In
            </Button>
          ) : (
            <ImportLines crontab={crontab} isPrimary />
          )}
        </>
      }
    >
      <div className="px-4 sm:px-5">
        {crontab === null ? (
          <p>
            <b>Imported:</b> {taken.join(', ')}.
          </p>
        ) : (
          <p>{reason}</p>
        )}
        {left.length > 0 ? <LeftList left={left} /> : null}
      </div>
    </Dialog>
  );
}
