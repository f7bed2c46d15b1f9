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

/** Deletes a job after a confirmation: in a dialog, or as a page without JavaScript. */
export function DeleteJobButton({ job }: { job: { id: number; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  const confirmId = useId();
  const action = `/dashboard/jobs/${job.id}/delete`;
  const { formAction } = useNavigation();
  // Screen readers do not announce a toast behind a dialog.
  useEffect(
    () =>
      onLostAct((lost) => {
        if (lost.action === action) setOpen(false);
      }),
    [action],
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    // Closes the menu behind the dialog; the focus then returns to the menu's opener.
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
