import type { MetaFunction } from '@remix-run/node';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';

export const meta: MetaFunction = () => [
  { title: 'Stop Mails · Punctual' },
  { name: 'robots', content: 'noindex' },
];

/** For visitors without an email's link: explains where to find it. */
export default function UnsubscribePage() {
  return (
    <AuthFrame
      title="Stop Mails"
      reason={<p>Each mail has a link that stops it. Follow the one of the mail that you do not want.</p>}
      hint="Mails that a job of somebody sends you stop by the link at their end, without an account."
    >
      <ButtonLink to="/dashboard/settings" variant="primary">
        Choose Mails in Settings
      </ButtonLink>
    </AuthFrame>
  );
}
