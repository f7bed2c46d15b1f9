import type { Ledger } from './ledger.ts';
import type { Invoice, InvoiceLine, StripeSubscription } from './records.ts';
import { invoiceTotalOf } from './shapes.ts';

const dayS = 86_400;
/** Days after each try that fails; after the last one the subscription ends. */
export const retryDays = [3, 5, 7];

/** An invoice that is not recorded yet, at an instant of the fake's clock. */
export function draftInvoice({
  ledger,
  subscription,
  reason,
  lines,
  now,
  prorationDate = null,
}: {
  ledger: Ledger;
  subscription: StripeSubscription;
  reason: Invoice['reason'];
  lines: Omit<InvoiceLine, 'id'>[];
  now: number;
  prorationDate?: number | null;
}): Invoice {
  const balance = ledger.records.customers[subscription.customer]?.balanceCents ?? 0;
  const named = lines.map((line) => ({ id: ledger.newId('il'), ...line }));
  return {
    id: ledger.newId('in'),
    customer: subscription.customer,
    subscription: subscription.id,
    reason,
    lines: named,
    status: 'draft',
    startingBalance: balance,
    dueCents: Math.max(0, invoiceTotalOf({ lines: named }) + balance),
    paidCents: 0,
    attempts: 0,
    nextAttemptAt: null,
    intent: null,
    prorationDate,
    createdAt: now,
    paidAt: null,
  };
}

/** A month of a subscription's price, from the beginning of its period on. */
export function periodLine({ ledger, subscription }: { ledger: Ledger; subscription: StripeSubscription }) {
  const price = ledger.records.prices[subscription.price];
  const isTrial = subscription.status === 'trialing';
  return {
    cents: isTrial ? 0 : (price?.cents ?? 0),
    text: isTrial ? 'Trial period' : `1 × ${ledger.records.products[price?.product ?? '']?.name ?? 'plan'}`,
    start: subscription.periodStart,
    end: subscription.periodEnd,
    price: subscription.price,
    isProration: false,
  };
}

/** Credit for the rest of the period at the old price, and the charge at the new one. Nothing in a trial. */
export function prorationLines({
  ledger,
  subscription,
  price,
  at,
}: {
  ledger: Ledger;
  subscription: StripeSubscription;
  price: string;
  at: number;
}): Omit<InvoiceLine, 'id'>[] {
  if (subscription.status === 'trialing') return [];
  const { periodStart, periodEnd } = subscription;
  const rest = (periodEnd - at) / (periodEnd - periodStart);
  const line = ({ id, sign, text }: { id: string; sign: 1 | -1; text: string }) => ({
    cents: sign * Math.round((ledger.records.prices[id]?.cents ?? 0) * rest),
    text,
    start: at,
    end: periodEnd,
    price: id,
    isProration: true,
  });
  return [
    line({ id: subscription.price, sign: -1, text: 'Unused time on the old plan' }),
    line({ id: price, sign: 1, text: 'Remaining time on the new plan' }),
  ];
}

/**
 * Charges the customer's card with the total of an invoice, and records it.
 * @returns true if it is paid; a free one always is
 */
export function charge({ ledger, invoice, now }: { ledger: Ledger; invoice: Invoice; now: number }): boolean {
  const customer = ledger.records.customers[invoice.customer];
  ledger.records.invoices[invoice.id] = invoice;
  if (invoice.status === 'draft' && customer) {
    customer.balanceCents = Math.min(0, invoiceTotalOf(invoice) + invoice.startingBalance);
  }
  if (invoice.dueCents > 0) invoice.attempts += 1;
  if (invoice.dueCents > 0 && customer?.card?.kind !== 'pays') {
    const days = retryDays[invoice.attempts - 1];
    invoice.status = days === undefined ? 'uncollectible' : 'open';
    invoice.nextAttemptAt = days === undefined ? null : now + days * dayS;
    return false;
  }
  if (invoice.dueCents > 0) invoice.intent ??= ledger.newId('pi');
  Object.assign(invoice, {
    status: 'paid',
    paidCents: invoice.dueCents,
    paidAt: now,
    nextAttemptAt: null,
  } satisfies Partial<Invoice>);
  return true;
}

/** Takes an invoice off the books whose payment failed before anything was begun for it. */
export function discard({ ledger, invoice }: { ledger: Ledger; invoice: Invoice }): void {
  Reflect.deleteProperty(ledger.records.invoices, invoice.id);
  const customer = ledger.records.customers[invoice.customer];
  if (customer) customer.balanceCents = invoice.startingBalance;
}
