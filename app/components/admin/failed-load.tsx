import { useEffect } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

/** A failed load: the specification's toast, and the same text on the page with Retry. */
export function FailedLoad({ message, retryTo }: { message: string; retryTo: string }) {
  const showToast = useToast();
  useEffect(() => {
    showToast({ title: 'Error', message, tone: 'error' });
  }, [message, showToast]);
  return (
    <Banner
      tone="danger"
      className="mb-4"
      action={
        <ButtonLink to={retryTo} reloadDocument variant="plain" size="sm">
          Retry
        </ButtonLink>
      }
    >
      {message}
    </Banner>
  );
}
