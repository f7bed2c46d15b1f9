import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { respondWith, type SeenCall } from '#dev/payments/api/asked.ts';
import { catalogueEndpoints } from '#dev/payments/api/catalogue.ts';
import { customerEndpoints } from '#dev/payments/api/customers.ts';
import { refundEndpoints } from '#dev/payments/api/money-back.ts';
import { portalEndpoints } from '#dev/payments/api/portal.ts';
import { subscriptionEndpoints } from '#dev/payments/api/subscriptions.ts';
import { checkoutPages } from '#dev/payments/pages/checkout.ts';
import { overviewPages } from '#dev/payments/pages/overview.ts';
import { portalPages } from '#dev/payments/pages/portal.ts';
import { advance, advanceClock } from './advance-clock.ts';
import { createEventSender } from './event-sender.ts';
import { createPaymentsLedger } from './ledger.ts';
import type { Books } from './subscriptions.ts';

// A fake of the payment provider on this machine: it speaks the provider's API to the official library, shows
// payment pages, and sends signed webhooks. It covers only the calls of our code:
//   products    POST, GET :id, POST :id          prices      GET (lookup_keys, active), POST
//   customers   POST, DELETE :id                 checkout    sessions POST, GET (customer, status), POST :id/expire
//   subscriptions  POST, GET (customer, status), GET :id, POST :id (cancel_at_period_end, items), DELETE :id
//   invoices    GET (customer, status), POST create_preview                refunds  POST (payment_intent)
//   billing_portal  configurations GET, POST; sessions POST
// Idempotency keys and expand are honored; lists have one page. tests/integration/payments checks each call against
// the provider's own mock server and each response against its published description.

export interface FakeStripe {
  /** Scheme, host and port. */
  url: string;
  books: Books;
  /** Puts the clock ahead and lets happen what falls due; webhooks follow. */
  advance: (days: number) => void;
  stop: () => Promise<void>;
}

type WithText = IncomingMessage & { rawText?: string };

/**
 * @param home folder of its records; without it they last until it stops
 * @param receiver the address of the webhook; empty: no events are sent
 */
export async function startPayments({
  port = 0,
  home,
  secretKey,
  webhookSecret,
  receiver,
  onCall = () => {},
}: {
  port?: number;
  home?: string;
  secretKey: string;
  webhookSecret: string;
  receiver: string;
  onCall?: (call: SeenCall) => void;
}): Promise<FakeStripe> {
  const ledger = createPaymentsLedger(home === undefined ? {} : { home });
  const events = createEventSender({ ledger, receiver, secret: webhookSecret });
  const books: Books = { ledger, events };
  const app = express();
  const server = createServer(app);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  serveAll({ app, books, url, secretKey, onCall });
  const ticking = setInterval(() => advanceClock(books), 1_000).unref();
  return {
    url,
    books,
    advance: (days) => advance({ books, days }),
    stop: async () => {
      clearInterval(ticking);
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Adds API and pages to the server; what is neither is refused like the provider does. */
function serveAll({
  app,
  books,
  url,
  secretKey,
  onCall,
}: {
  app: express.Express;
  books: Books;
  url: string;
  secretKey: string;
  onCall: (call: SeenCall) => void;
}) {
  const { ledger } = books;
  app.disable('x-powered-by');
  app.use(express.json());
  const verify = (request: WithText, _response: unknown, bytes: Buffer) => {
    request.rawText = bytes.toString('utf8');
  };
  app.use(express.urlencoded({ extended: true, verify }));
  const endpoints = [
    ...catalogueEndpoints(ledger),
    ...customerEndpoints({ books, origin: url }),
    ...subscriptionEndpoints(books),
    ...refundEndpoints(books),
    ...portalEndpoints({ ledger, origin: url }),
  ];
  for (const endpoint of endpoints) {
    app[endpoint.method](endpoint.path, respondWith({ endpoint, ledger, secretKey, onCall }));
  }
  app.use(overviewPages(books), checkoutPages({ books, origin: url }), portalPages(books));
  app.use((request, response) => {
    const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
    response.status(404).json({ error: { type: 'invalid_request_error', message } });
  });
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    console.error(error);
    response.status(500).json({ error: { type: 'api_error', message: 'The stand-in failed.' } });
  });
}
