import { Form } from '@remix-run/react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import type { ChannelView } from '#app/presenters/settings/channels.server.ts';

/** Addresses of an email channel that get nothing yet, each with a way to ask again. */
export function RecipientsCard({ channel: { id, unconfirmed } }: { channel: ChannelView }) {
  if (unconfirmed.length === 0) return null;
  return (
    <Card aria-labelledby="recipients-head">
      <CardHead id="recipients-head" title="Unconfirmed Addresses" />
      <ul className="border-t border-border [&>li+li]:border-t [&>li+li]:border-border">
        {unconfirmed.map(({ address, isAsked, isStopped }) => (
          <li key={address} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p>{address}</p>
              <p className="text-xs text-muted">{stateText({ isAsked, isStopped })}</p>
            </div>
            {isAsked || isStopped ? null : (
              <Form method="post" action={`/dashboard/settings/channels/${id}?act=ask`}>
                <input type="hidden" name="address" value={address} />
                <Button type="submit" size="sm" aria-label={`Ask ${address} to confirm`}>
                  Ask to Confirm
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function stateText({ isAsked, isStopped }: { isAsked: boolean; isStopped: boolean }): string {
  if (isStopped) return 'Its owner has opted out of emails. Remove it.';
  return isAsked ? 'We sent a link to confirm. It is valid for 24 hours.' : 'No confirmation link sent yet.';
}
