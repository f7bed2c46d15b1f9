import { useEffect } from 'react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { useToast } from '#app/components/ui/toast.tsx';

/** Over rows that are not the user's own (D4): never sample data without it. */
export function SampleNotice() {
  const showToast = useToast();
  useEffect(() => {
    showToast({ title: 'Error', message: 'Failed to load dashboard data. Please try again.', tone: 'error' });
  }, [showToast]);
  return (
    <Banner
      tone="danger"
      className="mb-4 sm:mb-6"
      action={
        <ButtonLink to="/dashboard" reloadDocument size="sm">
          Retry
        </ButtonLink>
      }
    >
      <b>Sample data: your jobs could not be loaded.</b> Failed to load dashboard data. Please try again.
    </Banner>
  );
}
