import { z } from 'zod';
import { tiers } from '#domain/plan.ts';
import { subscriptionStatuses } from '#domain/subscription.ts';
import { id, instant } from './field-schema.ts';

/** The subscription of the caller: the fields of the specification first. */
export const subscriptionSchema = z.object({
  subscription: z
    .object({
      status: z.enum(subscriptionStatuses).meta({
        description:
          'active: renews at the end of the period unless canceled. past_due: a payment failed and will be retried; the plan stays active meanwhile.',
        examples: ['active'],
      }),
      tier: z.enum(tiers).meta({ description: 'The current plan.', examples: ['premium'] }),
      current_period_start: instant('Start of the period.').nullable(),
      current_period_end: instant('Time of renewal, or of the end if canceled.').nullable(),
      cancel_at_period_end: z.boolean().meta({
        description: 'Canceled: valid until the end of the period, then Free.',
        examples: [false],
      }),
      trial_end: instant('End of the trial.').nullable(),
      next_payment_attempt: instant('Time of the next attempt of a failed payment.').nullable(),
      refundable_until: instant('End of the period in which all payments can be refunded.').nullable(),
      paused_jobs: z
        .array(z.object({ id: id('The id of the job.', 7), name: z.string().meta({ examples: ['Ping'] }) }))
        .meta({ description: 'Jobs paused by a downgrade and not resumed since.' }),
    })
    .meta({ id: 'Subscription', description: 'The subscription of the account.' }),
});

export const checkoutSchema = z.object({
  checkout_url: z.string().meta({
    description: 'The page of the payment provider to redirect to.',
    examples: ['https://checkout.stripe.com/c/pay/cs_test_a1'],
  }),
});
