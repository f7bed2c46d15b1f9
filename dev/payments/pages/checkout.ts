import express, { type Router } from 'express';
import { type Books, subscribe } from '#dev/payments/subscriptions.ts';
import type { Session } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { sessionShape } from '../shapes.ts';
import { cardFields, readCard } from './cards.ts';
import { alert, dollars, escapeHtml, page } from './page.ts';

/** The page to subscribe on: it redirects back to the product's return address. */
export function checkoutPages({ books, origin }: { books: Books; origin: string }): Router {
  const { ledger, events } = books;
  const { sessions, customers } = ledger.records;
  const pages = express.Router();

  pages.get('/pay/:id', (request, response) => {
    const session = sessions[request.params.id];
    if (session?.status === 'open') response.send(formPage({ books, session }));
    else response.status(404).send(closedPage);
  });

  pages.post('/pay/:id', (request, response) => {
    const session = sessions[request.params.id];
    const customer = customers[session?.customer ?? ''];
    if (session?.status !== 'open' || !customer || customer.isDeleted) {
      response.status(404).send(closedPage);
      return;
    }
    const refuse = (error: string) => response.status(402).send(formPage({ books, session, error }));
    const card = readCard((request.body as { card?: unknown }).card);
    if (!card) return void refuse('Choose one of the test cards.');
    if (card.kind === 'declines') return void refuse('Your card was declined.');
    const before = customer.card;
    customer.card = card;
    try {
      const { price, trialDays, metadata } = session;
      const subscription = subscribe({ books, customer: customer.id, price, trialDays, metadata });
      session.status = 'complete';
      session.subscription = subscription.id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      customer.card = before;
      return void refuse(error.message);
    }
    events.report('checkout.session.completed', sessionShape({ session, origin }));
    ledger.save();
    response.redirect(303, session.successUrl);
  });
  return pages;
}

const closedPage = page({
  title: 'This page is closed',
  content:
    '<p>It was used, replaced by a newer one, or is older than a day. Begin again from the product.</p>',
});

function formPage({ books, session, error }: { books: Books; session: Session; error?: string }): string {
  const { prices, products, customers } = books.ledger.records;
  const price = prices[session.price];
  const name = products[price?.product ?? '']?.name ?? 'Subscription';
  const cost = `${dollars(price?.cents ?? 0)} per ${price?.interval ?? 'month'}`;
  const trial = session.trialDays > 0;
  return page({
    title: trial ? `Try ${name}` : `Subscribe to ${name}`,
    content: `<p>${trial ? `${session.trialDays} days free, then ${cost}.` : `${cost}, from today on.`}
Paid by ${escapeHtml(customers[session.customer]?.email ?? 'the customer')}.</p>
${alert(error)}
<form method="post">${cardFields()}
<button type="submit">${trial ? 'Start trial' : 'Subscribe'}</button></form>
<p><a href="${escapeHtml(session.cancelUrl)}">Back without paying</a></p>`,
  });
}
