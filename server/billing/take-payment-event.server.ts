import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { enqueueTrialEndMail } from '#server/account-mail/enqueue-trial-end-mails.server.ts';
import { type Applied, applySubscription } from '#server/billing/apply-subscription.server.ts';
import { ownerOfCustomer } from '#server/billing/owner-of-customer.server.ts';
import { arePaymentsConfigured, paymentProvider } from '#server/billing/payment-provider.server.ts';
import { seeSubscription } from '#server/billing/see-subscription.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { env } from '#server/env.server.ts';
import { inTurn } from '#server/jobs/access/owner-turns.server.ts';
import { type EventRequest, recordEvent } from '#server/security-log/record-event.server.ts';

const toleranceSeconds = 300;

/** Comes three days before a trial ends. */
const trialEvent = 'customer.subscription.trial_will_end';

/** Events that may change a plan. All others are stored without effect. */
const subscriptionEvents = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  trialEvent,
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
]);

/** duplicate: handled before; stored: without effect on a plan. */
export type TakenEvent = Applied | 'duplicate' | 'stored';

/**
 * Handles one webhook of the payment provider, each event once (security.md section 8). Of its content only the
 * customer is used: the subscription is fetched, so events may come in any order, and written together with the event's
 * id. A failure in between leaves no trace, and the provider sends the event again.
 *
 * @param body the received bytes, for the signature
 * @throws AppError validation_error: the signature is missing, wrong, or older than 300 s; external_service_error: the
 *   subscription could not be fetched
 */
export async function takePaymentEvent({
  body,
  signature,
  path,
  request,
}: {
  body: Buffer;
  signature: string;
  path: string;
  request: EventRequest;
}): Promise<TakenEvent> {
  const event = await readSigned({ body, signature });
  if (!event) {
    await recordEvent({ tx: db(), code: 'stripe_bad_signature', path, request });
    throw new AppError('validation_error', {
      message: 'The signature of this event is missing, wrong or too old.',
    });
  }
  if (await isTaken(event.id)) return 'duplicate';
  const customerId = subscriptionEvents.has(event.type) ? customerOf(event) : null;
  // Another product may use the same provider: its customers are not fetched.
  const userId = customerId === null ? null : await ownerOfCustomer({ customerId });
  if (customerId === null || userId === null) {
    const isFirst = await store({ client: getPool(), event });
    if (!isFirst) return 'duplicate';
    return customerId === null ? 'stored' : 'unknown';
  }
  const seen = await seeSubscription({ customerId });
  const apply = () =>
    inTransaction(async (client) => {
      if (!(await store({ client, event }))) return 'duplicate';
      const applied = await applySubscription({ client, userId, seen, cause: 'webhook', actor: { request } });
      if (event.type === trialEvent) await enqueueTrialEndMail({ client, userId });
      return applied;
    });
  return inTurn({ ownerId: userId, run: apply });
}

/** Reports whether this is the first time; a second delivery at the same moment waits for the first, and then finds it. */
async function store({
  client,
  event: { id, type },
}: {
  client: Pick<Client, 'query'>;
  event: Stripe.Event;
}): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into "PaymentEvent" ("id", "type") values ($1, $2) on conflict do nothing`,
    [id, type],
  );
  return rowCount !== 0;
}

/** The event behind a good signature by any of our secrets; null for a bad one. */
async function readSigned({
  body,
  signature,
}: {
  body: Buffer;
  signature: string;
}): Promise<Stripe.Event | null> {
  if (!arePaymentsConfigured()) return null;
  const { webhooks } = await paymentProvider();
  for (const secret of env().STRIPE_WEBHOOK_SECRET) {
    try {
      return webhooks.constructEvent(body, signature, secret, toleranceSeconds);
    } catch {
      // Signed with another secret, or not signed.
    }
  }
  return null;
}

async function isTaken(id: string): Promise<boolean> {
  const { rowCount } = await getPool().query(`select from "PaymentEvent" where "id" = $1`, [id]);
  return rowCount !== 0;
}

function customerOf({ data }: Stripe.Event): string | null {
  const { customer } = data.object as { customer?: string | { id: string } | null };
  return typeof customer === 'object' ? (customer?.id ?? null) : (customer ?? null);
}
