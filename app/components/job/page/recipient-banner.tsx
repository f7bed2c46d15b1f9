import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

interface RecipientBannerProps {
  jobId: number;
  recipient: { address: string; state: 'confirmed' | 'unconfirmed' | 'asked' | 'stopped' };
}

/** Reason why a job's emails are not sent yet, and the remedy. */
export function RecipientBanner({ jobId, recipient: { address, state } }: RecipientBannerProps) {
  const fetcher = useKeptFetcher();
  if (state === 'confirmed') return null;
  if (state === 'stopped') {
    return (
      <Banner tone="warning">
        <p className="wrap-anywhere">
          {address} has opted out of emails. This job fails until they opt in again.
        </p>
      </Banner>
    );
  }
  const waits = `${address} has not confirmed yet; no email is sent until then.`;
  if (state === 'asked') {
    return (
      <Banner tone="warning">
        <p className="wrap-anywhere">{waits} You can resend the request after 24 hours.</p>
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      className="max-sm:flex-wrap max-sm:[&>div]:basis-4/5"
      action={
        <fetcher.Form
          method="post"
          action={`/dashboard/jobs/${jobId}/ask-recipient`}
          className="flex max-sm:w-full"
        >
          <Button type="submit" className="max-sm:flex-1" isPending={fetcher.state !== 'idle'}>
            Send Confirmation
          </Button>
        </fetcher.Form>
      }
    >
      <p className="wrap-anywhere">{waits}</p>
    </Banner>
  );
}
