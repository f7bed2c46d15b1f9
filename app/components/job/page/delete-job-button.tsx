import { Form, useNavigation } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { onLostAct } from '#app/components/page-data/page-notices.ts';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';

export const deleteJobWarning =
  'This will permanently delete this job and all its execution history. This action cannot be undone.';

/** Asks first: in a dialog where there is JavaScript, else on a page of its own. */
export function DeleteJobButton({ job }: { job: { id: number; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  const confirmId = useId();
  const action = `/dashboard/jobs/${job.id}/delete`;
  const { formAction } = useNavigation();
  // A toast is not read out behind a dialog.
  useEffect(
    () =>
      onLostAct((lost) => {
        if (lost.action === action) setOpen(false);
      }),
    [action],
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    // Its menu would stay open behind the question; the focus returns to the menu's opener.
    const menu = event.currentTarget.closest('details');
    if (menu) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
    setOpen(true);
  };
  return (
    <>
      <Form method="post" action={action} onSubmit={ask}>
        <button data-act="delete" className={cn(menuLine, 'text-danger hovered:text-danger')}>
          <Icon of={Trash2} />
          Delete Job
        </button>
      </Form>
      <Form id={confirmId} method="post" action={action}>
        <input type="hidden" name="confirm" value="yes" />
      </Form>
      <ConfirmDialog
        isOpen={isOpen}
        onCancel={() => setOpen(false)}
        title={`Delete ${job.name}?`}
        confirmLabel="Delete"
        form={confirmId}
        isPending={formAction === action}
      >
        {deleteJobWarning}
      </ConfirmDialog>
    </>
  );
}
