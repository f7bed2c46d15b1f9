import { useEffect, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useToast } from '#app/components/ui/toast.tsx';
import { declinePush, pushAbility, pushFailed, switchPushOn } from './browser-push.ts';

/** Asked where the browser can do it; what was answered is not asked again. */
export default function PushQuestion({ publicKey }: { publicKey: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const showToast = useToast();
  useEffect(() => {
    const ability = pushAbility();
    setOpen(ability === 'asks' || ability === 'allowed');
  }, []);
  if (!isOpen) return null;

  const turnOn = async () => {
    setPending(true);
    try {
      const isOn = await switchPushOn(publicKey);
      if (!isOn) await declinePush();
      setOpen(false);
      if (isOn) showToast({ message: 'Push Messages On', tone: 'success' });
    } catch {
      setPending(false);
      showToast({ title: 'Error', message: pushFailed, tone: 'error' });
    }
  };
  const decline = () => {
    setOpen(false);
    void declinePush().catch(() => undefined);
  };
  return (
    <Banner
      tone="info"
      className="mb-4 max-sm:flex-wrap sm:mb-5"
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
      Be told on this device when a job fails, also while Punctual is closed?
    </Banner>
  );
}
