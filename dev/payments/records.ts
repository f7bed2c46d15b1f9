// Records of the fake in its own format; shapes.ts converts them to the provider's. All instants are seconds.

export interface Product {
  id: string;
  name: string;
  description: string | null;
  isActive: boolean;
  metadata: Record<string, string>;
  createdAt: number;
}

export interface Price {
  id: string;
  product: string;
  cents: number;
  currency: string;
  interval: string;
  lookupKey: string | null;
  isActive: boolean;
  metadata: Record<string, string>;
  createdAt: number;
}

/** `declines` says no at once, `fails` is taken and fails when it is charged. */
export type CardKind = 'pays' | 'declines' | 'fails';

export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  card: { kind: CardKind; last4: string } | null;
  /** Below zero: kept for the next invoices. */
  balanceCents: number;
  /** A deleted one is still listed, but cannot be used. */
  isDeleted?: boolean;
  createdAt: number;
}

export interface Session {
  id: string;
  customer: string;
  price: string;
  successUrl: string;
  cancelUrl: string;
  trialDays: number;
  reference: string | null;
  /** Metadata of the future subscription. */
  metadata: Record<string, string>;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  createdAt: number;
  expiresAt: number;
}

export interface StripeSubscription {
  id: string;
  itemId: string;
  customer: string;
  price: string;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  isCancelled: boolean;
  periodStart: number;
  periodEnd: number;
  /** Day and time that periods are counted from. */
  anchor: number;
  trialStart: number | null;
  trialEnd: number | null;
  isTrialEndSent: boolean;
  cancelledAt: number | null;
  endedAt: number | null;
  latestInvoice: string | null;
  metadata: Record<string, string>;
  createdAt: number;
}

export interface InvoiceLine {
  id: string;
  cents: number;
  text: string;
  start: number;
  end: number;
  price: string;
  isProration: boolean;
}

export interface Invoice {
  id: string;
  customer: string;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: InvoiceLine[];
  status: 'draft' | 'open' | 'paid' | 'uncollectible';
  startingBalance: number;
  dueCents: number;
  paidCents: number;
  attempts: number;
  nextAttemptAt: number | null;
  /** Null where nothing was due. */
  intent: string | null;
  prorationDate: number | null;
  createdAt: number;
  paidAt: number | null;
}

export interface Refund {
  id: string;
  intent: string;
  cents: number;
  createdAt: number;
}

export interface PortalSettings {
  id: string;
  isActive: boolean;
  headline: string | null;
  features: Record<string, Record<string, unknown>>;
  metadata: Record<string, string>;
  createdAt: number;
}

export interface PortalSession {
  id: string;
  customer: string;
  settings: string;
  returnUrl: string | null;
  createdAt: number;
}

/** A sent event, and whether it has arrived. */
export interface SentEvent {
  id: string;
  type: string;
  /** The body that is signed and sent, byte for byte the same at each try. */
  body: string;
  at: number;
  tries: number;
  isDelivered: boolean;
  /** Last response of the receiver, or the error of the delivery. */
  response: string;
}

export interface RecordedResponse {
  /** Hash of the request. */
  asked: string;
  status: number;
  body: string;
}

/** All of it: one file of JSON. */
export interface Records {
  /** Lead of its clock over this machine's. */
  aheadSeconds: number;
  count: number;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  customers: Record<string, Customer>;
  sessions: Record<string, Session>;
  subscriptions: Record<string, StripeSubscription>;
  invoices: Record<string, Invoice>;
  refunds: Record<string, Refund>;
  portalSettings: Record<string, PortalSettings>;
  portalSessions: Record<string, PortalSession>;
  events: SentEvent[];
  responded: Record<string, RecordedResponse>;
}

export const noRecords = (): Records => ({
  aheadSeconds: 0,
  count: 0,
  products: {},
  prices: {},
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  refunds: {},
  portalSettings: {},
  portalSessions: {},
  events: [],
  responded: {},
});
