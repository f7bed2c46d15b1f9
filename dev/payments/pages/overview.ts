import express, { type Router } from 'express';
import { advance } from '#dev/payments/advance-clock.ts';
import type { Books } from '#dev/payments/subscriptions.ts';
import { newestFirst } from '../ledger.ts';
import { day, dollars, escapeHtml, page } from './page.ts';

const mostDays = 400;
const eventsShown = 50;

/** Overview: all records, a clock that can be advanced, and events that can be sent again. */
export function overviewPages(books: Books): Router {
  const { ledger, events } = books;
  const pages = express.Router();

  pages.get('/', (_request, response) => {
    response.send(overviewPage(books));
  });

  /** `{days}`, as a form or JSON: returns the new time to scripts and redirects people back. */
  pages.post('/clock', (request, response) => {
    const days = Number((request.body as { days?: unknown }).days);
    if (!(days > 0 && days <= mostDays)) {
      response.status(400).json({ error: `days is a number up to ${mostDays}` });
      return;
    }
    advance({ books, days });
    if (request.is('application/json')) response.json({ now: new Date(ledger.now() * 1000).toISOString() });
    else response.redirect(303, '/');
  });

  pages.post('/events/:id/repeat', (request, response, next) => {
    events.repeat(request.params.id).then(() => response.redirect(303, '/'), next);
  });
  return pages;
}

function overviewPage({ ledger }: Books): string {
  const { subscriptions, customers, prices, events } = ledger.records;
  const subscribed = newestFirst(subscriptions).map((one) => {
    const price = prices[one.price];
    const cells = [
      customers[one.customer]?.email ?? one.customer,
      `${price?.product ?? ''} ${dollars(price?.cents ?? 0)}`,
      one.isCancelled && one.status !== 'canceled' ? `${one.status}, cancelled` : one.status,
      day(one.periodEnd),
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  const reported = [...events]
    .reverse()
    .slice(0, eventsShown)
    .map(
      ({ id, type, at, isDelivered, response, tries }) =>
        `<tr><td>${day(at)}</td><td>${escapeHtml(type)}</td><td>${isDelivered ? 'arrived' : 'not arrived'}, ${tries}×, ${escapeHtml(response || '–')}</td>
<td><form class="inline" method="post" action="/events/${id}/repeat"><button type="submit">Send again</button></form></td></tr>`,
    );
  return page({
    title: 'Payments',
    content: `<h2>Clock</h2><p>It is ${day(ledger.now())} UTC here.</p>
<form method="post" action="/clock"><label>Put it ahead by <input type="number" name="days" value="14" min="1" max="${mostDays}" required> days</label>
<button type="submit">Let time pass</button></form>
<h2>Subscriptions</h2>${table(['Customer', 'Plan', 'State', 'Period ends'], subscribed)}
<h2>Events</h2>${table(['At', 'What', 'Webhook', ''], reported)}`,
  });
}

const table = (heads: string[], rows: string[]) =>
  rows.length === 0
    ? '<p>None yet.</p>'
    : `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('')}</table>`;
