import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

interface SampleNoticeProps {
  /** Name of the missing data. */
  what?: string;
  /** The failure as the screen states it. */
  failure?: string;
}

/** Marks data that is not the user's own (D4); sample data never appears without it. */
export function SampleNotice({
  what = 'your jobs',
  failure = 'Failed to load dashboard data. Please try again.',
}: SampleNoticeProps) {
  const { pathname, search } = useLocation();
  const showToast = useToast();
  useEffect(() => {
    showToast({ title: 'Error', message: failure, tone: 'error' });
  }, [showToast, failure]);
  return (
    <Banner
      tone="warning"
      className="mb-4 sm:mb-6"
      action={
        <ButtonLink to={pathname + search} reloadDocument variant="plain" size="sm">
          Retry
        </ButtonLink>
      }
    >
      <b>{`Sample data: ${what} could not be loaded.`}</b> {failure}
    </Banner>
  );
}
