import { BadgeCheck, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

interface JobBadgeCardProps {
  jobId: number;
  jobName: string;
  /** URL of the badge; null while it is off. */
  badgeUrl: string | null;
}

/** Status badge of a job for a README; off until its owner turns it on. */
export function JobBadgeCard({ jobId, jobName, badgeUrl }: JobBadgeCardProps) {
  return (
    <Card aria-labelledby="badge">
      <CardHead id="badge" title="Badge" hint={badgeUrl === null ? 'off' : null} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-pretty text-muted">
          An image with this job's name and the result of its last run, for a README or a wiki. Anyone with
          the link sees both, nothing more.
        </p>
        {badgeUrl === null ? (
          <BadgeForm jobId={jobId}>
            <Button type="submit" name="intent" value="on" icon={BadgeCheck}>
              Turn On Badge
            </Button>
          </BadgeForm>
        ) : (
          <>
            <p className="flex min-h-6 items-center">
              <img src={badgeUrl} alt={`Badge of ${jobName}`} height={20} className="h-5 max-w-full" />
            </p>
            <CodeBlock
              code={`![${jobName}](${badgeUrl})`}
              label="Badge in Markdown"
              language="text"
              canCopy
            />
            <BadgeForm jobId={jobId}>
              <Button type="submit" name="intent" value="off">
                Turn Off
              </Button>
              <Button type="submit" name="intent" value="renew" icon={RefreshCw}>
                Regenerate Link
              </Button>
            </BadgeForm>
          </>
        )}
      </CardBody>
    </Card>
  );
}

function BadgeForm({ jobId, children }: { jobId: number; children: ReactNode }) {
  const fetcher = useKeptFetcher({ isFollowed: true });
  return (
    <fetcher.Form
      method="post"
      action={`/dashboard/jobs/${jobId}/badge`}
      className="flex flex-wrap justify-end gap-2"
    >
      {children}
    </fetcher.Form>
  );
}
