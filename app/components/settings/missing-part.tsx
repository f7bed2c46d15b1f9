import { useEffect } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { CardBody } from '#app/components/ui/card.tsx';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

interface MissingPartProps {
  /** "Failed to load user stats" */
  words: string;
  /** Retry with JavaScript; without it, the page is reloaded. */
  onRetry?: ButtonLinkProps['onClick'];
}

/** Replaces the content a card could not load: reports that, also as a toast, and offers a retry. */
export function MissingPart({ words, onRetry }: MissingPartProps) {
  const showToast = useToast();
  useEffect(() => {
    showToast({ message: words, tone: 'error' });
  }, [words, showToast]);
  return (
    <CardBody>
      <Banner
        tone="danger"
        action={
          <ButtonLink to="/dashboard/settings" variant="plain" size="sm" preventScrollReset onClick={onRetry}>
            Retry
          </ButtonLink>
        }
      >
        {words}
      </Banner>
    </CardBody>
  );
}
