import { Link } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Relative } from '#app/components/ui/time.tsx';
import type { ChannelView, DeliveryView } from '#app/presenters/settings/channels.server.ts';
import { ChannelBadge } from './channel-badge.tsx';
import { ChannelTestButton } from './channel-test-button.tsx';

/** The channels of an account, each with its state and its last delivery. */
export function ChannelList({ channels, limit }: { channels: ChannelView[]; limit: number }) {
  if (channels.length === 0)
    return (
      <Card>
        <EmptyState
          level={2}
          title="No channels yet"
          actions={
            <ButtonLink to="/dashboard/settings/channels/new" variant="primary" icon={Plus}>
              Add Channel
            </ButtonLink>
          }
        >
          <p>
            Add Slack, Discord, PagerDuty and others once, and let any number of jobs notify them by name.
          </p>
        </EmptyState>
      </Card>
    );
  return (
    <Card aria-labelledby="channels-head">
      <CardHead id="channels-head" title="Your Channels" hint={`${channels.length} of ${limit}`} />
      <Table caption="Channels" className="table-fixed">
        <TableHead>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="w-34 max-sm:w-30">State</HeaderCell>
          <HeaderCell className="w-40 max-lg:hidden">Last Delivery</HeaderCell>
          <HeaderCell className="w-32 max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </TableHead>
        <TableBody>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function ChannelRow({ channel }: { channel: ChannelView }) {
  const { id, name, kindName, destination, state, failingSince, lastDelivery } = channel;
  return (
    <Row isTall>
      <Cell>
        <Link
          to={`/dashboard/settings/channels/${id}`}
          className="block truncate font-medium no-underline hover:underline"
          title={name}
        >
          {name}
        </Link>
        <SecondLine>
          {destination === null || destination === '' ? kindName : `${kindName}, ${destination}`}
        </SecondLine>
      </Cell>
      <Cell>
        <ChannelBadge state={state} />
        {state === 'failing' && failingSince !== null ? (
          <SecondLine>
            since <Relative at={failingSince} />
          </SecondLine>
        ) : null}
      </Cell>
      <Cell className="max-lg:hidden">
        <LastDeliveryText delivery={lastDelivery} />
      </Cell>
      <Cell className="max-sm:hidden">
        <span className="flex justify-end">
          <ChannelTestButton channelId={id} size="sm" label={`Send a test to ${name}`} />
        </span>
      </Cell>
    </Row>
  );
}

function LastDeliveryText({ delivery }: { delivery: DeliveryView | null }) {
  if (delivery === null) return <span className="text-muted">Never</span>;
  const { at, error, statusCode } = delivery;
  const result = error === null ? 'Delivered' : 'Not delivered';
  return (
    <>
      <Relative at={at} />
      <SecondLine>{statusCode === null ? result : `${result}, ${statusCode}`}</SecondLine>
    </>
  );
}
