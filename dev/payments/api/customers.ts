import { z } from 'zod';
import { type Books, end } from '#dev/payments/subscriptions.ts';
import { type Ledger, newestFirst } from '../ledger.ts';
import type { Customer, Session } from '../records.ts';
import { missing, Refusal } from '../refusal.ts';
import { customerShape, sessionShape } from '../shapes.ts';
import { type Endpoint, listOf, metadata, wholeNumber } from './asked.ts';

const customerFields = z.object({
  email: z.string().optional(),
  name: z.string().optional(),
  metadata,
});
const sessionFields = z.object({
  mode: z.literal('subscription'),
  customer: z.string(),
  client_reference_id: z.string().optional(),
  line_items: z.array(z.object({ price: z.string(), quantity: z.literal('1') })).length(1),
  success_url: z.string(),
  cancel_url: z.string(),
  subscription_data: z
    .object({ metadata, trial_period_days: wholeNumber.default(0) })
    .default({ metadata: {}, trial_period_days: 0 }),
});
const sessionQuery = z.object({ customer: z.string(), status: z.string().optional() });
const dayS = 86_400;

/** The customer of a name. @throws Refusal resource_missing */
export function customerOf({ ledger, id }: { ledger: Ledger; id: string }): Customer {
  const found = ledger.records.customers[id];
  if (!found || found.isDeleted) throw missing('customer', id);
  return found;
}

/** Customers and the pages on which they subscribe. */
export function customerEndpoints({ books, origin }: { books: Books; origin: string }): Endpoint[] {
  return [...personEndpoints(books), ...checkoutEndpoints({ ledger: books.ledger, origin })];
}

function personEndpoints(books: Books): Endpoint[] {
  const { ledger } = books;
  const { customers } = ledger.records;
  return [
    {
      method: 'post',
      path: '/v1/customers',
      response: ({ fields }) => {
        const { email = null, name = null, metadata: marks } = customerFields.parse(fields);
        const made = { id: ledger.newId('cus'), createdAt: ledger.now() };
        const customer: Customer = { ...made, email, name, metadata: marks, card: null, balanceCents: 0 };
        customers[customer.id] = customer;
        return customerShape(customer);
      },
    },
    {
      method: 'delete',
      path: '/v1/customers/:id',
      response: ({ id }) => {
        customerOf({ ledger, id });
        for (const subscription of Object.values(ledger.records.subscriptions)) {
          if (subscription.customer !== id || subscription.status === 'canceled') continue;
          end({ books, subscription, now: ledger.now() });
        }
        Object.assign(customers[id] ?? {}, { isDeleted: true, card: null });
        return { id, object: 'customer', deleted: true };
      },
    },
  ];
}

function checkoutEndpoints({ ledger, origin }: { ledger: Ledger; origin: string }): Endpoint[] {
  const { sessions, prices } = ledger.records;
  const shape = (session: Session) => sessionShape({ session, origin });
  return [
    {
      method: 'post',
      path: '/v1/checkout/sessions',
      response: ({ fields }) => {
        const given = sessionFields.parse(fields);
        const price = given.line_items[0]?.price ?? '';
        if (!prices[price]) throw missing('price', price);
        const createdAt = ledger.now();
        const session: Session = {
          id: ledger.newId('cs_test'),
          customer: customerOf({ ledger, id: given.customer }).id,
          price,
          successUrl: given.success_url,
          cancelUrl: given.cancel_url,
          trialDays: given.subscription_data.trial_period_days,
          reference: given.client_reference_id ?? null,
          metadata: given.subscription_data.metadata,
          status: 'open',
          subscription: null,
          createdAt,
          expiresAt: createdAt + dayS,
        };
        sessions[session.id] = session;
        return shape(session);
      },
    },
    {
      method: 'get',
      path: '/v1/checkout/sessions',
      response: ({ fields }) => {
        const { customer, status } = sessionQuery.parse(fields);
        for (const one of Object.values(sessions)) {
          if (one.status === 'open' && one.expiresAt <= ledger.now()) one.status = 'expired';
        }
        const found = newestFirst(sessions).filter(
          (one) => one.customer === customer && (status === undefined || one.status === status),
        );
        return listOf('/v1/checkout/sessions', found.map(shape));
      },
    },
    {
      method: 'post',
      path: '/v1/checkout/sessions/:id/expire',
      response: ({ id }) => {
        const session = sessions[id];
        if (!session) throw missing('checkout.session', id);
        if (session.status !== 'open') {
          throw new Refusal({ message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
        }
        session.status = 'expired';
        return shape(session);
      },
    },
  ];
}
