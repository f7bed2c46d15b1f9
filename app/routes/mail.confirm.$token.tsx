import type { MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { AuthFrame } from '#app/components/frame/auth-frame.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { noFields } from '#app/http/forms/read-form.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { AppError } from '#domain/errors.ts';
import { confirmRecipient, findQuestion } from '#server/mail/confirm-recipient.server.ts';

export const meta: MetaFunction = () => [{ title: 'Confirm Your Address · Punctual' }];

/** Shows the question and changes nothing: mail scanners follow its links. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ params }) => {
    try {
      return await findQuestion({ token: params.token ?? '' });
    } catch (error) {
      if (error instanceof AppError && error.type === 'not_found') return null;
      throw error;
    }
  },
});

export const action = pageAction({
  guard: anybody,
  fields: noFields,
  run: async ({ params }) => {
    await confirmRecipient({ token: params.token ?? '' });
    return { isConfirmed: true };
  },
});

export default function ConfirmPage() {
  const question = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  if (done?.isConfirmed) {
    return (
      <AuthFrame title="Address Confirmed" reason={<p role="status">Mails will reach you from now on.</p>}>
        <p className="text-muted">Each of them has a link that stops them. You can close this page.</p>
      </AuthFrame>
    );
  }
  if (!question) {
    return (
      <AuthFrame title="This Link No Longer Works" reason={<p>A link confirms once, and within 24 hours.</p>}>
        <p className="text-muted">Ask the person who set up the job to send you a new one.</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm Your Address"
      reason={
        <p className="break-words">
          {question.sender} wants to send mails to {question.address} by scheduled jobs or notifications about
          them.
        </p>
      }
      hint="If you do not know the sender, close this page: nothing will be sent to you."
    >
      <Form method="post">
        <Button type="submit" variant="primary">
          Confirm Address
        </Button>
      </Form>
    </AuthFrame>
  );
}

export function ErrorBoundary() {
  return <RouteError action={{ to: '/', label: 'Home' }} />;
}
