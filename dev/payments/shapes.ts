import type { Ledger } from './ledger.ts';
import type {
  Customer,
  Invoice,
  InvoiceLine,
  Price,
  Product,
  Refund,
  Session,
  StripeSubscription,
} from './records.ts';

// Records in the provider's format: every required field of its description, and the ones read by our code or by
// people. tests/integration/payments checks them against that description.

export const productShape = (product: Product) => ({
  id: product.id,
  object: 'product',
  active: product.isActive,
  created: product.createdAt,
  description: product.description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: product.metadata,
  name: product.name,
  updated: product.createdAt,
});

export const priceShape = (price: Price) => ({
  id: price.id,
  object: 'price',
  active: price.isActive,
  billing_scheme: 'per_unit',
  created: price.createdAt,
  currency: price.currency,
  livemode: false,
  lookup_key: price.lookupKey,
  metadata: price.metadata,
  product: price.product,
  recurring: { interval: price.interval, interval_count: 1, usage_type: 'licensed', meter: null },
  type: 'recurring',
  unit_amount: price.cents,
  unit_amount_decimal: String(price.cents),
});

export const customerShape = (customer: Customer) => ({
  id: customer.id,
  object: 'customer',
  balance: customer.balanceCents,
  created: customer.createdAt,
  email: customer.email,
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
});

export const sessionShape = ({ session, origin }: { session: Session; origin: string }) => ({
  id: session.id,
  object: 'checkout.session',
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  cancel_url: session.cancelUrl,
  client_reference_id: session.reference,
  created: session.createdAt,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: session.customer,
  expires_at: session.expiresAt,
  livemode: false,
  metadata: {},
  mode: 'subscription',
  payment_method_types: ['card'],
  payment_status:
    session.status !== 'complete' ? 'unpaid' : session.trialDays > 0 ? 'no_payment_required' : 'paid',
  shipping_options: [],
  status: session.status,
  subscription: session.subscription,
  success_url: session.successUrl,
  url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
});

/** @param expand names of fields that are answered whole */
export function subscriptionShape({
  ledger,
  subscription,
  expand = [],
}: {
  ledger: Ledger;
  subscription: StripeSubscription;
  expand?: string[];
}) {
  const { prices, invoices } = ledger.records;
  const price = prices[subscription.price];
  const invoice = subscription.latestInvoice === null ? undefined : invoices[subscription.latestInvoice];
  return {
    id: subscription.id,
    object: 'subscription',
    automatic_tax: { enabled: false, liability: null, disabled_reason: null },
    billing_cycle_anchor: subscription.anchor,
    billing_mode: { type: 'classic', flexible: null },
    billing_schedules: [],
    cancel_at: subscription.isCancelled ? subscription.periodEnd : null,
    cancel_at_period_end: subscription.isCancelled,
    canceled_at: subscription.cancelledAt,
    collection_method: 'charge_automatically',
    created: subscription.createdAt,
    currency: price?.currency ?? 'usd',
    customer: subscription.customer,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [
        {
          id: subscription.itemId,
          object: 'subscription_item',
          created: subscription.createdAt,
          current_period_end: subscription.periodEnd,
          current_period_start: subscription.periodStart,
          discounts: [],
          metadata: {},
          price: price && priceShape(price),
          quantity: 1,
          subscription: subscription.id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    latest_invoice:
      invoice && expand.includes('latest_invoice') ? invoiceShape({ invoice }) : subscription.latestInvoice,
    livemode: false,
    metadata: subscription.metadata,
    start_date: subscription.createdAt,
    status: subscription.status,
    trial_end: subscription.trialEnd,
    trial_start: subscription.trialStart,
  };
}

export const invoiceTotalOf = ({ lines }: Pick<Invoice, 'lines'>) =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** @param expand names of fields that are answered whole */
export function invoiceShape({ invoice, expand = [] }: { invoice: Invoice; expand?: string[] }) {
  const total = invoiceTotalOf(invoice);
  const dates = invoice.lines.map(({ start, end }) => ({ start, end }));
  return {
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.dueCents,
    amount_overpaid: 0,
    amount_paid: invoice.paidCents,
    amount_paid_off_stripe: 0,
    amount_remaining: invoice.status === 'paid' ? 0 : invoice.dueCents,
    amount_shipping: 0,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: invoice.status === 'open',
    automatic_tax: { enabled: false, liability: null, disabled_reason: null, provider: null, status: null },
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.createdAt,
    currency: 'usd',
    customer: invoice.customer,
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: invoice.lines.map((line) => lineShape({ line, invoice })),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.nextAttemptAt,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: {},
        subscription: invoice.subscription,
        ...(invoice.prorationDate !== null && { subscription_proration_date: invoice.prorationDate }),
      },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...(expand.includes('payments') && { payments: paymentsShape(invoice) }),
    period_end: Math.max(invoice.createdAt, ...dates.map(({ end }) => end)),
    period_start: Math.min(invoice.createdAt, ...dates.map(({ start }) => start)),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: invoice.startingBalance,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.status === 'draft' ? null : invoice.createdAt,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: null,
    },
    subtotal: total,
    total,
  };
}

const lineShape = ({ line, invoice }: { line: InvoiceLine; invoice: Invoice }) => ({
  id: line.id,
  object: 'line_item',
  amount: line.cents,
  currency: 'usd',
  description: line.text,
  discountable: !line.isProration,
  discounts: [],
  invoice: invoice.id,
  livemode: false,
  metadata: {},
  period: { start: line.start, end: line.end },
  quantity: 1,
  subtotal: line.cents,
});

const paymentsShape = ({ id, intent, paidCents, dueCents, createdAt, paidAt, status }: Invoice) => ({
  object: 'list',
  data:
    intent === null
      ? []
      : [
          {
            id: intent.replace('pi_', 'inpay_'),
            object: 'invoice_payment',
            amount_paid: paidCents,
            amount_requested: dueCents,
            created: createdAt,
            currency: 'usd',
            invoice: id,
            is_default: true,
            livemode: false,
            payment: { type: 'payment_intent', payment_intent: intent },
            status: status === 'paid' ? 'paid' : 'open',
            status_transitions: { canceled_at: null, paid_at: paidAt },
          },
        ],
  has_more: false,
  url: `/v1/invoice_payments?invoice=${id}`,
});

export const refundShape = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.cents,
  balance_transaction: null,
  charge: null,
  created: refund.createdAt,
  currency: 'usd',
  metadata: {},
  payment_intent: refund.intent,
  reason: 'requested_by_customer',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});
