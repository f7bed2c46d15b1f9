import { useState } from 'react';
import { TagField } from '#app/components/job/form/tag-field.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#app/components/ui/overlay/dialog.tsx';
import { deleteTitle, deleteWarning, tagTitle } from './bulk-words.ts';
import type { Bulk } from './use-bulk.ts';

const tagForm = 'jobs-tag';

/** Dialogs before the selected jobs are deleted or tagged. */
export default function BulkDialogs({
  bulk,
  count,
  tags,
}: {
  bulk: Bulk;
  count: number;
  tags: readonly string[];
}) {
  const { question, closeQuestion, send } = bulk;
  // A closing dialog keeps its text until it has closed: by then the selection is empty.
  const [shown, setShown] = useState(count);
  if (question !== null && shown !== count) setShown(count);
  return (
    <>
      <ConfirmDialog
        isOpen={question === 'delete'}
        onCancel={closeQuestion}
        title={deleteTitle(shown)}
        confirmLabel="Delete"
        onConfirm={() => send({ act: 'delete', confirm: 'yes' })}
      >
        {deleteWarning(shown)}
      </ConfirmDialog>
      <Dialog
        isOpen={question === 'tag'}
        onClose={closeQuestion}
        title={tagTitle(shown)}
        actions={
          <>
            <Button onClick={closeQuestion}>Cancel</Button>
            <Button type="submit" form={tagForm} variant="primary">
              Tag
            </Button>
          </>
        }
      >
        <form
          id={tagForm}
          className="px-4 sm:px-5"
          onSubmit={(event) => {
            event.preventDefault();
            const tag = new FormData(event.currentTarget).get('tag');
            send({ act: 'tag', tag: typeof tag === 'string' ? tag : '' });
          }}
        >
          <TagField tags={tags} />
        </form>
      </Dialog>
    </>
  );
}
