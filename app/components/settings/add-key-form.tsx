import { Plus } from 'lucide-react';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Dialog } from '#app/components/ui/overlay/dialog.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { addKeyPath, useAddKey } from './use-add-key.ts';

/** Creates another API key and shows it once. Without JavaScript, the response is plain text. */
export function AddKeyForm() {
  const { form, isPending, nameError, made, send, close } = useAddKey();
  const showToast = useToast();
  const errors = nameError === null ? undefined : [nameError];
  return (
    <>
      <form
        ref={form}
        method="post"
        action={addKeyPath}
        noValidate
        onSubmit={send}
        data-after-rows
        className="grid items-start gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_170px_auto] sm:p-5"
      >
        <Field id="key-name" label="Name" errors={errors}>
          <Input
            id="key-name"
            name="name"
            maxLength={60}
            autoComplete="off"
            placeholder="Deployments"
            aria-invalid={errors ? true : undefined}
            aria-describedby={describedBy({ id: 'key-name', errors })}
          />
        </Field>
        <Field id="key-scope" label="Scope">
          <Select id="key-scope" name="scope" defaultValue="read">
            <option value="read">Read</option>
            <option value="write">Read and write</option>
          </Select>
        </Field>
        <Button type="submit" icon={Plus} isPending={isPending} className="sm:mt-6.5">
          Add Key
        </Button>
      </form>
      <Dialog
        isOpen={made !== null}
        onClose={close}
        title="API Key Created"
        description="Copy it now: it is not shown again."
      >
        <div className="flex flex-wrap items-center gap-2 px-5 pb-5">
          <code
            role="group"
            aria-label="The new API key"
            className="min-w-0 flex-1 basis-60 rounded-control border border-border bg-sunken px-3 py-1.5 wrap-anywhere"
          >
            {made}
          </code>
          <CopyButton
            size="md"
            text={made ?? ''}
            onCopied={() => showToast({ message: 'API Key Copied', tone: 'success' })}
          />
        </div>
      </Dialog>
    </>
  );
}
