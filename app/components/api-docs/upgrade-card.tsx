import { Card } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { plans } from '#domain/plan.ts';

/** Page for plans without the API. */
export function ApiUpgradeCard() {
  const names = Object.values(plans)
    .filter((plan) => plan.hasApiAccess)
    .map(({ name }) => name);
  return (
    <Card aria-label="API Access">
      <EmptyState
        title="API Access"
        level={2}
        actions={
          <ButtonLink to="/dashboard/settings" variant="primary">
            Upgrade Your Plan
          </ButtonLink>
        }
      >
        <strong className="block text-ink">Subscription Required</strong>
        The API is part of {names.join(' and ')}.
      </EmptyState>
    </Card>
  );
}
