import { Send } from 'lucide-react';
import { SentPayload } from '#app/components/job/form/sent-payload.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher, useNewResult } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import type { FormResult } from '#app/http/forms/form-action.server.ts';

interface Tested {
  /** Absent if the fields have errors. */
  toast?: FlashToast;
  body?: string | null;
  result?: FormResult['result'];
}

/** A test notification from the form, and the result of the previous one. */
export interface DraftNotificationProps {
  /** Body sent by a page without JavaScript. */
  body: string | null;
  onRefused: (result: FormResult) => void;
}

/**
 * Sends a test notification as the form defines it, saved or not; without JavaScript the form is posted and
 * comes back with the result. A saved job has the same button on its page.
 */
export function DraftNotificationButton({ body, onRefused }: DraftNotificationProps) {
  const fetcher = useKeptFetcher<Tested>();
  useNewResult(fetcher.data, ({ toast, result }) => {
    if (!toast && result) onRefused({ result, toast: null });
  });
  const shown = fetcher.data ? fetcher.data.body : body;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        type="submit"
        name="intent"
        value="note"
        formNoValidate
        icon={Send}
        isPending={fetcher.state !== 'idle'}
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          if (form)
            fetcher.submit(new FormData(form), { method: 'post', action: '/dashboard/jobs/test-note' });
        }}
      >
        Send Test Notification
      </Button>
      {shown ? <SentPayload body={shown} isOpen={!fetcher.data} /> : null}
    </div>
  );
}
