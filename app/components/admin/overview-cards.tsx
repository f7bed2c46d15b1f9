import { Card } from '#app/components/ui/card.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { countText } from '#app/format/time-format.ts';
import type { Overview } from '#app/presenters/admin/overview.server.ts';

/** Four key figures of the installation. */
export function OverviewCards({ users, jobs, executions, successRate, failureRate }: Overview) {
  return (
    <Card aria-label="Figures">
      <StatList>
        <Stat label="Total Users" sub={`${countText(users.isNew)} new in the last 7 days`}>
          {countText(users.total)}
        </Stat>
        <Stat label="Active Jobs" sub={`of ${countText(jobs.total)} total jobs`}>
          {countText(jobs.active)}
        </Stat>
        <Stat label="Success Rate" sub={`of ${countText(executions.total)} executions`}>
          {successRate.toFixed(2)}%
        </Stat>
        <Stat label="Failed Executions" sub={`${failureRate.toFixed(2)}% of all executions`}>
          {countText(executions.failed)}
        </Stat>
      </StatList>
    </Card>
  );
}
