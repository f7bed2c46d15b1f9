import { z } from 'zod';
import { id, instant } from './field-schema.ts';

/** The subscription of the caller: the fields of the specification first. */
export const subscriptionSchema = z.object({
  subscription: z
    .object({
      status: z.enum(['none', 'incomplete', 'trialing', 'active', 'past_due', 'ended']).meta({
        description:
          'Active and not cancelled, it renews at the end of the period. Past due: a payment failed and is tried again; the plan stays meanwhile.',
        examples: ['active'],
      }),
      tier: z
        .enum(['free', 'premium', 'ultimate'])
        .meta({ description: 'The plan that is in force.', examples: ['premium'] }),
      current_period_start: instant('When the period began.').nullable(),
      current_period_end: instant('When it renews, or ends where it is cancelled.').nullable(),
      cancel_at_period_end: z.boolean().meta({
        description: 'Cancelled: good until the end of the period, Free after it.',
        examples: [false],
      }),
      trial_end: instant('When the trial ends.').nullable(),
      next_payment_attempt: instant('When a payment that failed is tried again.').nullable(),
      refundable_until: instant('Until when all payments are given back.').nullable(),
      paused_jobs: z
        .array(z.object({ id: id('The id of the job.', 7), name: z.string().meta({ examples: ['Ping'] }) }))
        .meta({ description: 'Jobs that a lower plan has paused and that were not resumed since.' }),
    })
    .meta({ id: 'Subscription', description: 'The subscription of the account.' }),
});

export const checkoutSchema = z.object({
  checkout_url: z.string().meta({
    description: 'The page of the payment provider to go to.',
    examples: ['https://checkout.stripe.com/c/pay/cs_test_a1'],
  }),
});
