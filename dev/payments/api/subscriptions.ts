import { z } from 'zod';
import {
  type Books,
  changeInvoice,
  changePrice,
  end,
  setCancelled,
  subscribe,
  subscriptionOf,
} from '#dev/payments/subscriptions.ts';
import { type Ledger, newestFirst } from '../ledger.ts';
import type { StripeSubscription } from '../records.ts';
import { missing, Refusal } from '../refusal.ts';
import { invoiceShape, subscriptionShape } from '../shapes.ts';
import { type Endpoint, flag, listOf, metadata, wholeNumber } from './asked.ts';
import { customerOf } from './customers.ts';

const items = z.array(z.object({ id: z.string().optional(), price: z.string() })).length(1);
const newFields = z.object({
  customer: z.string(),
  items,
  trial_period_days: wholeNumber.default(0),
  metadata,
});
const listQuery = z.object({ customer: z.string(), status: z.string().optional() });
const changes = z.object({
  cancel_at_period_end: flag.optional(),
  items: items.optional(),
  proration_behavior: z.literal('always_invoice').optional(),
  payment_behavior: z.literal('error_if_incomplete').optional(),
  proration_date: wholeNumber.optional(),
});
const previewFields = z.object({
  customer: z.string(),
  subscription: z.string(),
  subscription_details: z.object({ items, proration_behavior: z.literal('always_invoice') }),
});
const invoiceQuery = z.object({ customer: z.string(), status: z.string().optional() });

/** Subscriptions and their invoices. */
export function subscriptionEndpoints(books: Books): Endpoint[] {
  return [...listEndpoints(books), ...subscriptionEndpointsById(books), ...invoiceEndpoints(books.ledger)];
}

function newPrice({ ledger, given }: { ledger: Ledger; given: z.output<typeof items> }): string {
  const price = given[0]?.price ?? '';
  if (!ledger.records.prices[price]) throw missing('price', price);
  return price;
}

const shapeOf = (ledger: Ledger) => (subscription: StripeSubscription, expand?: string[]) =>
  subscriptionShape({ ledger, subscription, ...(expand && { expand }) });

function listEndpoints(books: Books): Endpoint[] {
  const { ledger } = books;
  const { subscriptions, customers } = ledger.records;
  const shape = shapeOf(ledger);
  return [
    {
      // Only to fill a fresh machine: people subscribe by a checkout.
      method: 'post',
      path: '/v1/subscriptions',
      response: ({ fields }) => {
        const given = newFields.parse(fields);
        const customer = customerOf({ ledger, id: given.customer });
        customer.card ??= { kind: 'pays', last4: '4242' };
        const { trial_period_days: trialDays, metadata: marks } = given;
        const price = newPrice({ ledger, given: given.items });
        return shape(subscribe({ books, customer: customer.id, price, trialDays, metadata: marks }));
      },
    },
    {
      method: 'get',
      path: '/v1/subscriptions',
      response: ({ fields, expand }) => {
        const { customer, status } = listQuery.parse(fields);
        if (!customers[customer]) throw missing('customer', customer);
        const found = newestFirst(subscriptions).filter(
          (one) => one.customer === customer && (status === 'all' || one.status !== 'canceled'),
        );
        const data = found.map((one) => shape(one, expand));
        return listOf('/v1/subscriptions', data);
      },
    },
  ];
}

function subscriptionEndpointsById(books: Books): Endpoint[] {
  const { ledger } = books;
  const shape = shapeOf(ledger);
  return [
    {
      method: 'get',
      path: '/v1/subscriptions/:id',
      response: ({ id, expand }) => shape(subscriptionOf({ ledger, id }), expand),
    },
    {
      method: 'post',
      path: '/v1/subscriptions/:id',
      response: ({ id, fields }) => {
        const given = changes.parse(fields);
        const subscription = subscriptionOf({ ledger, id });
        if (given.items) {
          const at = given.proration_date ?? ledger.now();
          changePrice({ books, subscription, price: newPrice({ ledger, given: given.items }), at });
        }
        const isCancelled = given.cancel_at_period_end;
        if (isCancelled !== undefined) setCancelled({ books, subscription, isCancelled });
        return shape(subscription);
      },
    },
    {
      method: 'delete',
      path: '/v1/subscriptions/:id',
      response: ({ id }) => {
        const subscription = subscriptionOf({ ledger, id });
        if (subscription.status === 'canceled') throw missing('subscription', id);
        end({ books, subscription, now: ledger.now() });
        return shape(subscription);
      },
    },
  ];
}

function invoiceEndpoints(ledger: Ledger): Endpoint[] {
  const { invoices } = ledger.records;
  return [
    {
      method: 'post',
      path: '/v1/invoices/create_preview',
      response: ({ fields }) => {
        const given = previewFields.parse(fields);
        const subscription = subscriptionOf({ ledger, id: given.subscription });
        if (subscription.status === 'canceled') {
          throw new Refusal({ code: 'invoice_upcoming_none', message: 'No upcoming invoices for customer.' });
        }
        const price = newPrice({ ledger, given: given.subscription_details.items });
        const invoice = changeInvoice({ ledger, subscription, price, at: ledger.now() });
        return invoiceShape({ invoice: { ...invoice, id: `upcoming_${invoice.id}` } });
      },
    },
    {
      method: 'get',
      path: '/v1/invoices',
      response: ({ fields, expand }) => {
        const { customer, status } = invoiceQuery.parse(fields);
        const found = newestFirst(invoices).filter(
          (one) => one.customer === customer && (status === undefined || one.status === status),
        );
        const data = found.map((invoice) => invoiceShape({ invoice, expand }));
        return listOf('/v1/invoices', data);
      },
    },
  ];
}
