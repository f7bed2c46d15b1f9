import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { SentEvent } from './records.ts';

const apiVersion = '2026-10-28.endive';
const responseLimitMs = 10_000;
/** Before each further try; after the last one an event waits for Send Again. */
const pausesMs = [500, 2_000, 5_000, 15_000, 60_000];

/** Sends events to a receiver, by webhooks signed like the provider's. */
export interface EventSender {
  report: (type: string, object: object) => void;
  /** Sends an event once more, as it was. */
  repeat: (id: string) => Promise<void>;
  /** Waits until each event has arrived or failed. */
  settled: () => Promise<void>;
}

/** @param receiver the address of the webhook; empty: no events are sent */
export function createEventSender({
  ledger,
  receiver,
  secret,
}: {
  ledger: Ledger;
  receiver: string;
  secret: string;
}): EventSender {
  const underWay = new Set<Promise<void>>();

  const send = async (event: SentEvent): Promise<void> => {
    await sendOnce({ event, receiver, secret });
    ledger.save();
  };

  const deliver = async (event: SentEvent): Promise<void> => {
    for (const pauseMs of [0, ...pausesMs]) {
      await sleep(pauseMs, undefined, { ref: false });
      await send(event);
      if (event.isDelivered) return;
    }
  };

  const follow = (work: Promise<void>) => {
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
  };

  // Resends events undelivered when the process ended.
  for (const event of receiver ? ledger.records.events : []) if (!event.isDelivered) follow(deliver(event));

  return {
    report: (type, object) => {
      const reported = newEvent({ ledger, type, object });
      ledger.records.events.push(reported);
      if (receiver) follow(deliver(reported));
    },
    repeat: async (id) => {
      const event = ledger.records.events.find((one) => one.id === id);
      if (event && receiver) await send(event);
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function newEvent({ ledger, type, object }: { ledger: Ledger; type: string; object: object }): SentEvent {
  const at = ledger.now();
  const id = ledger.newId('evt');
  const event = {
    ...{ id, object: 'event', api_version: apiVersion, created: at, data: { object } },
    ...{ livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null }, type },
  };
  return { id, type, body: JSON.stringify(event), at, tries: 0, isDelivered: false, response: '' };
}

/** Posts an event, signed like the provider's, and records the result in it. */
async function sendOnce({
  event,
  receiver,
  secret,
}: {
  event: SentEvent;
  receiver: string;
  secret: string;
}): Promise<void> {
  event.tries += 1;
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${at}.${event.body}`).digest('hex');
  try {
    const response = await fetch(receiver, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
      body: event.body,
      signal: AbortSignal.timeout(responseLimitMs),
    });
    event.isDelivered = response.ok;
    event.response = String(response.status);
    await response.arrayBuffer();
  } catch (error) {
    event.response = error instanceof Error ? error.message : 'failed';
  }
}
