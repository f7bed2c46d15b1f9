import express, { type Router } from 'express';
import { openInvoice, tryAgain } from '#dev/payments/advance-clock.ts';
import type { Books } from '#dev/payments/subscriptions.ts';
import { newestFirst } from '../ledger.ts';
import type { Customer, PortalSession } from '../records.ts';
import { invoiceTotalOf } from '../shapes.ts';
import { cardFields, readCard } from './cards.ts';
import { alert, day, dollars, escapeHtml, page } from './page.ts';

interface Visit {
  session: PortalSession;
  customer: Customer;
}

/** The page for card and invoices. */
export function portalPages(books: Books): Router {
  const { ledger } = books;
  const { portalSessions, customers } = ledger.records;
  const pages = express.Router();
  const visitOf = (id: string): Visit | undefined => {
    const session = portalSessions[id];
    const customer = session && customers[session.customer];
    return customer && { session, customer };
  };

  pages.get('/portal/:id', (request, response) => {
    const visit = visitOf(request.params.id);
    if (visit) response.send(visitPage({ books, visit }));
    else response.status(404).send(page({ title: 'This page is closed', content: '' }));
  });

  pages.post('/portal/:id/card', (request, response) => {
    const visit = visitOf(request.params.id);
    const card = readCard((request.body as { card?: unknown }).card);
    if (!visit || !card || card.kind === 'declines') {
      const error = 'Your card was declined.';
      response
        .status(402)
        .send(visit ? visitPage({ books, visit, error }) : page({ title: error, content: '' }));
      return;
    }
    visit.customer.card = card;
    // The provider charges a new card for open invoices.
    payOpen({ books, customer: visit.customer });
    ledger.save();
    response.redirect(303, `/portal/${visit.session.id}`);
  });
  return pages;
}

function payOpen({ books, customer }: { books: Books; customer: Customer }): void {
  for (const subscription of Object.values(books.ledger.records.subscriptions)) {
    if (subscription.customer !== customer.id || !openInvoice(books, subscription)) continue;
    tryAgain({ books, subscription, now: books.ledger.now() });
  }
}

function visitPage({ books, visit, error }: { books: Books; visit: Visit; error?: string }): string {
  const { session, customer } = visit;
  const invoices = newestFirst(books.ledger.records.invoices).filter((one) => one.customer === customer.id);
  const rows = invoices.map(
    (invoice) =>
      `<tr><td>${day(invoice.createdAt)}</td><td>${dollars(invoiceTotalOf(invoice))}</td><td>${invoice.status}</td><td>${invoice.lines
        .map(({ text, cents }) => `${escapeHtml(text)} ${dollars(cents)}`)
        .join('<br>')}</td></tr>`,
  );
  return page({
    title: 'Billing',
    content: `<p>${escapeHtml(customer.email ?? '')}</p>${alert(error)}
<h2>Card</h2><p>${customer.card ? `Ends in ${customer.card.last4}.` : 'None.'}</p>
<form method="post" action="/portal/${session.id}/card">${cardFields()}<button type="submit">Use this card</button></form>
<h2>Invoices</h2>
${rows.length > 0 ? `<table><tr><th>Date</th><th>Amount</th><th>State</th><th>For</th></tr>${rows.join('')}</table>` : '<p>None yet.</p>'}
${session.returnUrl === null ? '' : `<p><a href="${escapeHtml(session.returnUrl)}">Return</a></p>`}`,
  });
}
