import { z } from 'zod';
import type { Books } from '#dev/payments/subscriptions.ts';
import type { Refund } from '../records.ts';
import { missing, Refusal } from '../refusal.ts';
import { refundShape } from '../shapes.ts';
import type { Endpoint } from './asked.ts';

const fieldsOf = z.object({ payment_intent: z.string(), reason: z.string().optional() });

/** Full refunds of payments. */
export function refundEndpoints({ ledger, events }: Books): Endpoint[] {
  const { invoices, refunds } = ledger.records;
  return [
    {
      method: 'post',
      path: '/v1/refunds',
      response: ({ fields }) => {
        const { payment_intent: intent } = fieldsOf.parse(fields);
        const invoice = Object.values(invoices).find((one) => one.intent === intent);
        if (!invoice) throw missing('payment_intent', intent);
        if (Object.values(refunds).some((one) => one.intent === intent)) {
          throw new Refusal({
            code: 'charge_already_refunded',
            message: 'Charge has already been refunded.',
          });
        }
        const made = { id: ledger.newId('re'), createdAt: ledger.now() };
        const refund: Refund = { ...made, intent, cents: invoice.paidCents };
        refunds[refund.id] = refund;
        events.report('refund.created', refundShape(refund));
        return refundShape(refund);
      },
    },
  ];
}
