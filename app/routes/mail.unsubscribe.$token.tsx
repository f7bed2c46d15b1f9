import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { oneClick } from '#app/http/forms/one-click.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { optionalMails } from '#domain/notifications/account-mail.ts';
import { chooseByLink, findMailChoice } from '#server/account-mail/mail-choices.server.ts';

export const meta: MetaFunction = () => [{ title: 'Stop Mails · Punctual' }];

/** Shows the affected emails and changes nothing: mail scanners follow its links. */
export const loader = pageLoader({
  guard: anybody,
  run: ({ params }) => findMailChoice({ token: params.token ?? '' }),
});

/** Stops the emails, by the button or by a mail client's one click (RFC 8058); `again` resumes them. */
export const action = pageAction({
  guard: anybody,
  fields: { names: ['again', oneClick] },
  run: async ({ params, form }) => {
    await chooseByLink({ token: params.token ?? '', isOn: form.get('again') === 'yes' });
    return null;
  },
});

export default function UnsubscribePage() {
  const { kind, address, isOn } = useLoaderData<typeof loader>();
  const mails = `${optionalMails[kind].name} mails`;
  return (
    <AuthFrame
      title={isOn ? 'Stop These Mails?' : 'Mails Stopped'}
      reason={
        <p role="status" className="break-words">
          {isOn ? `${mails} go to ${address}.` : `We no longer send ${mails} to ${address}.`}
        </p>
      }
      hint={isOn ? optionalMails[kind].hint : 'Settings has a switch for them, too.'}
    >
      <Form method="post">
        {isOn ? null : <input type="hidden" name="again" value="yes" />}
        <Button type="submit" variant={isOn ? 'primary' : 'secondary'}>
          {isOn ? 'Stop Mails' : 'Allow Mails Again'}
        </Button>
      </Form>
    </AuthFrame>
  );
}

export function ErrorBoundary() {
  return <RouteError action={{ to: '/', label: 'Home' }} />;
}
