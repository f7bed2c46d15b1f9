import { AppError } from '#domain/errors.ts';
import { plans, type Tier } from '#domain/plan.ts';

/**
 * Refuses an account whose plan has no event subscriptions.
 * @throws AppError authorization_error, details `{reason: 'tier'}`
 */
export function requireEventPlan({ tier }: { tier: Tier }): void {
  if (plans[tier].eventSubscriptions > 0) return;
  throw new AppError('authorization_error', {
    message: 'Event subscriptions come with Ultimate. Upgrade at /dashboard/settings.',
    details: { reason: 'tier' },
  });
}
