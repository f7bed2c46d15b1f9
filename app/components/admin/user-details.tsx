import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { userActOf } from '#app/content/user-acts.ts';
import { countText } from '#app/format/time-format.ts';
import type { UserDetails } from '#app/presenters/admin/user-page.server.ts';
import { plans } from '#domain/plan.ts';
import { JobLines } from './job-lines.tsx';

const statuses: Record<string, string> = {
  none: 'No subscription',
  incomplete: 'Subscription incomplete',
  trialing: 'In trial',
  active: 'Subscription active',
  past_due: 'Payment failed',
  ended: 'Subscription ended',
};

/** An account: its data, its jobs, and the available actions. */
export function UserDetailsCards({ user, suspendReason, subscription, isSelf, acts, jobs }: UserDetails) {
  const { id, tier, createdAt, seenAt, activeJobs, jobs: allJobs } = user;
  return (
    <>
      {user.isSuspended ? (
        <Banner tone="warning">Suspended: {suspendReason ?? 'no reason was given'}</Banner>
      ) : null}
      <Card aria-label="Account">
        <Facts label="Account">
          <Fact label="Plan" sub={statuses[subscription.status]}>
            {plans[tier].name}
          </Fact>
          <Fact label="Active Jobs" sub={`of ${countText(allJobs)}`}>
            {countText(activeJobs)}
          </Fact>
          <Fact label="Created">
            <Time at={createdAt} />
          </Fact>
          <Fact label="Last Seen">{seenAt === null ? 'Signed out' : <Relative at={seenAt} />}</Fact>
        </Facts>
      </Card>
      <Card aria-labelledby="acts-head">
        <CardHead id="acts-head" title="Actions" />
        <CardBody>
          {isSelf ? (
            <p className="text-muted">This is you. Another admin can change your role or suspend you.</p>
          ) : (
            <>
              <p className="flex flex-wrap gap-2">
                {acts.map((act) => (
                  <ButtonLink key={act} to={`/admin/users/${id}/${act}`}>
                    {userActOf(act).label}
                  </ButtonLink>
                ))}
              </p>
              {subscription.refundableUntil === null ? null : (
                <p className="mt-3 text-muted">
                  Money back until <Time at={subscription.refundableUntil} />.
                </p>
              )}
            </>
          )}
        </CardBody>
      </Card>
      <JobLines
        {...jobs}
        caption="Jobs"
        path={`/admin/users/${id}`}
        empty="This account has no jobs."
        isOfOne
      />
    </>
  );
}
