import { LeftList } from '#app/components/job/paste-panel.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import type { PasteReport } from '#app/presenters/paste-into-form.ts';

interface PasteDialogProps {
  report: PasteReport;
  onFill: () => void;
  /** Puts the text into the field after all. */
  onKeep: () => void;
}

/** Asked when a command is pasted into a field. */
export default function PasteDialog({ report: { taken, left }, onFill, onKeep }: PasteDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onKeep}
      title="Fill in from this command?"
      actions={
        <>
          <Button onClick={onKeep}>Paste as Text</Button>
          <Button variant="primary" onClick={onFill}>
            Fill In
          </Button>
        </>
      }
    >
      <div className="px-5">
        <p>
          <b>Taken:</b> {taken.join(', ')}.
        </p>
        {left.length > 0 ? <LeftList left={left} /> : null}
      </div>
    </Dialog>
  );
}
