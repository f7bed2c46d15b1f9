import { Form, Link, useNavigation } from '@remix-run/react';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { plural } from '#app/format/time-format.ts';
import type { ChannelPage } from '#app/presenters/settings/channels.server.ts';

/** Asks before a channel is deleted, and names what uses it. */
export function DeleteChannelCard({ channelId, usage }: { channelId: number; usage: ChannelPage['usage'] }) {
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <Card className="max-w-form">
      <CardBody className="grid gap-4">
        <UsageText usage={usage} />
        <p className="max-w-prose">
          Its log and its pending notifications are also deleted. This cannot be undone.
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <ButtonLink to={`/dashboard/settings/channels/${channelId}`}>Cancel</ButtonLink>
          <Button type="submit" variant="solid-danger" isPending={isPending}>
            Delete Channel
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}

function UsageText({ usage: { jobs, named, tags, isAccountDefault } }: { usage: ChannelPage['usage'] }) {
  if (jobs === 0 && tags.length === 0 && !isAccountDefault) return <p>No job notifies this channel.</p>;
  const rest = jobs - named.length;
  return (
    <>
      {jobs > 0 ? (
        <div>
          <p>{plural(jobs, 'job')} will no longer notify it:</p>
          <ul className="mt-1 list-disc pl-5">
            {named.map(({ id, name }) => (
              <li key={id} className="wrap-anywhere">
                <Link to={`/dashboard/jobs/${id}`} className="underline underline-offset-3">
                  {name}
                </Link>
              </li>
            ))}
            {rest > 0 ? <li>and {plural(rest, 'more job')}</li> : null}
          </ul>
        </div>
      ) : null}
      {tags.length > 0 ? (
        <p className="wrap-anywhere">It will no longer be a default of jobs tagged {tags.join(', ')}.</p>
      ) : null}
      {isAccountDefault ? <p>It will no longer be a default of your account.</p> : null}
    </>
  );
}
