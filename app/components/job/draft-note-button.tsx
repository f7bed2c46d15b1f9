import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

const names = ['name', 'notifyFrequency', 'notificationType', 'notificationConfig'];
const others = ['notifyAfter', 'notifyEvery', 'notifyRecovery'];

/**
 * Sends a test note to where the form says, saved or not; without JavaScript the form is sent and comes back with what
 * came of it. A saved job has the same button on its page.
 */
export function DraftNoteButton({ icon }: { icon: LucideIcon }) {
  const fetcher = useKeptFetcher();
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
