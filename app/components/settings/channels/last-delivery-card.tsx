import { SentPayload } from '#app/components/job/form/sent-payload.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { DeliveryView } from '#app/presenters/settings/channels.server.ts';
import { ChannelTestButton } from './channel-test-button.tsx';

/** The last message to a channel: status, response and what was sent. */
export function LastDeliveryCard({
  channelId,
  delivery,
}: {
  channelId: number;
  delivery: DeliveryView | null;
}) {
  return (
    <Card aria-labelledby="last-delivery-head">
      <CardHead
        id="last-delivery-head"
        title="Last Delivery"
        end={<ChannelTestButton channelId={channelId} size="sm" />}
      />
      <CardBody className="grid gap-3">
        {delivery === null ? (
          <p className="text-muted">Nothing has been sent yet. Send a test to see that messages arrive.</p>
        ) : (
          <DeliveryFacts delivery={delivery} />
        )}
      </CardBody>
    </Card>
  );
}

function DeliveryFacts({
  delivery: { at, isTest, error, statusCode, response, body },
}: {
  delivery: DeliveryView;
}) {
  return (
    <>
      <Pairs>
        <Pair label="Sent">
          <Time at={at} precision="second" />
          {isTest ? ', a test' : ''}
        </Pair>
        <Pair label="Result">{error ?? 'Delivered'}</Pair>
        <Pair label="Status">{statusCode === null ? 'None' : statusCode}</Pair>
        <Pair label="Response" isMono={response !== null}>
          {response ?? 'Empty'}
        </Pair>
      </Pairs>
      {body === null ? null : <SentPayload body={body} />}
    </>
  );
}
