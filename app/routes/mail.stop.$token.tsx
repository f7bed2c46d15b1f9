import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { oneClick } from '#app/http/forms/one-click.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { findSubscription, stopRecipient } from '#server/mail/stop-recipient.server.ts';

export const meta: MetaFunction = () => [{ title: 'Stop Mails · Punctual' }];

/** Shows the affected sender and changes nothing: mail scanners follow its links. */
export const loader = pageLoader({
  guard: anybody,
  run: ({ params }) => findSubscription({ token: params.token ?? '' }),
});

/** Stops the emails, by the button or by a mail client's one click (RFC 8058); `again` resumes them. */
export const action = pageAction({
  guard: anybody,
  fields: { names: ['again', oneClick] },
  run: async ({ params, form }) => {
    await stopRecipient({ token: params.token ?? '', isStopped: form.get('again') !== 'yes' });
    return null;
  },
});

export default function StopPage() {
  const { address, sender, isStopped } = useLoaderData<typeof loader>();
  const who = `${sender} to ${address}`;
  return (
    <AuthFrame
      title={isStopped ? 'Mails Stopped' : 'Stop These Mails?'}
      reason={
        <p role="status" className="break-words">
          {isStopped ? `No further mails go from ${who}.` : `Scheduled jobs send mails from ${who}.`}
        </p>
      }
      hint={isStopped ? undefined : 'Mails of other senders are not affected.'}
    >
      <Form method="post">
        {isStopped ? <input type="hidden" name="again" value="yes" /> : null}
        <Button type="submit" variant={isStopped ? 'secondary' : 'primary'}>
          {isStopped ? 'Allow Mails Again' : 'Stop Mails'}
        </Button>
      </Form>
    </AuthFrame>
  );
}

export function ErrorBoundary() {
  return <RouteError action={{ to: '/', label: 'Home' }} />;
}
