import { useFetcher } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useAnswerToast } from '#app/components/ui/use-toast-of.ts';

const names = ['name', 'notifyFrequency', 'notificationType', 'notificationConfig'];
const others = ['notifyAfter', 'notifyEvery', 'notifyRecovery'];

/**
 * Sends a test note to where the form says, saved or not; without JavaScript the form is sent and comes back with what
 * came of it. A saved job has the same button on its page.
 */
export function DraftNoteButton({ icon }: { icon: LucideIcon }) {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useAnswerToast(fetcher);
  const send = (button: HTMLButtonElement) => {
    if (!button.form) return;
    const form = new FormData(button.form);
    const sent = new FormData();
    for (const name of [...names, ...others]) {
      const value = form.get(name);
      if (value !== null) sent.append(name, value);
    }
    fetcher.submit(sent, { method: 'post', action: '/dashboard/jobs/test-note' });
  };
  return (
    <Button
      type="submit"
      name="intent"
      value="note"
      formNoValidate
      icon={icon}
      className="justify-self-start"
      isPending={fetcher.state !== 'idle'}
      onClick={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      Send Test Notification
    </Button>
  );
}
