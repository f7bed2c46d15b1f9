import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';

/** Banner on every page of the dashboard while a channel is disabled. Its text comes from the server: it is rare. */
export function ChannelNotice({ text, to }: { text: string; to: string }) {
  return (
    <Banner
      tone="warning"
      className="mb-4"
      action={
        <Link to={to} className="px-2">
          Fix
        </Link>
      }
    >
      {text}
    </Banner>
  );
}
