import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';

/** Warns before a form is filled in for a job that exceeds the plan's limit. */
export function PlanLimitBanner({ limit }: { limit: number }) {
  return (
    <Banner
      tone="warning"
      className="mb-4 sm:mb-6"
      action={
        <ButtonLink to="/dashboard/settings" variant="plain" size="sm">
          Upgrade
        </ButtonLink>
      }
    >
      Your plan allows {limit} jobs, and all are used. Upgrade for more, or save this one as Inactive.
    </Banner>
  );
}
