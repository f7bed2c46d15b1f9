import { useEffect, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

/** Loaded with the question, not at the click: browsers accept a permission prompt only right after a click. */
const browserPush = () => import('./browser-push.ts');
const pushFailed = 'Failed to turn on push messages. Please try again.';

/** Asks once, in browsers with support, after a job has failed: before that, its use is not obvious. */
export function PushQuestion({ publicKey }: { publicKey: string }) {
  const [isOpen, setOpen] = useState(true);
  const [isPending, setPending] = useState(false);
  const showToast = useToast();
  useEffect(() => void browserPush().catch(() => undefined), []);
  if (!isOpen) return null;

  const turnOn = async () => {
    setPending(true);
    try {
      const push = await browserPush();
      const isOn = await push.switchPushOn(publicKey);
      if (!isOn) await push.declinePush();
      setOpen(false);
      if (isOn) showToast({ message: 'Push Messages On', tone: 'success' });
    } catch {
      setPending(false);
      showToast({ title: 'Error', message: pushFailed, tone: 'error' });
    }
  };
  const decline = () => {
    setOpen(false);
    void browserPush()
      .then(({ declinePush }) => declinePush())
      .catch(() => undefined);
  };
  return (
    <Banner
      tone="info"
      className="mb-4 max-sm:flex-wrap sm:mb-5 no-push:hidden no-script:hidden"
      action={
        <span className="flex gap-1">
          <Button size="sm" isPending={isPending} onClick={() => void turnOn()}>
            Turn On
          </Button>
          <Button size="sm" variant="quiet" onClick={decline}>
            Not Now
          </Button>
        </span>
      }
    >
      Get notified on this device when a job fails, even while Punctual is closed?
    </Banner>
  );
}
