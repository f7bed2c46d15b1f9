import { useFetcher } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Disclosure } from '#app/components/ui/disclosure.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import { Time } from '#app/components/ui/time.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useToastOf } from '#app/components/ui/use-toast-of.ts';
import type { ChangeLine } from '#app/presenters/job-changes.ts';

const inSight = 5;

interface JobChangesProps {
  changes: ChangeLine[];
  version: number;
  jobId: number;
  jobZone: string;
}

/** What was changed on the job and which fires were skipped, by whom, and the way back to how it was. */
export function JobChanges({ changes, version, jobId, jobZone }: JobChangesProps) {
  const older = changes.slice(inSight);
  const list = (lines: ChangeLine[]) => (
    <ol className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border">
      {lines.map((line) => (
        <Change
          key={line.version ?? `${line.at} ${line.texts.join()}`}
          line={line}
          jobId={jobId}
          jobZone={jobZone}
          isNow={line.version === version}
        />
      ))}
    </ol>
  );
  return (
    <Card aria-label="Changes">
      <CardHead title="Changes" note={`version ${version}`} />
      {list(changes.slice(0, inSight))}
      {older.length > 0 ? (
        <Disclosure
          summary={plural(older.length, 'earlier change')}
          className="border-t border-border [&>summary]:px-4 [&>summary]:py-3 sm:[&>summary]:px-5"
        >
          {list(older)}
        </Disclosure>
      ) : null}
    </Card>
  );
}

function Change({
  line: { version, at, by, texts, canRestore },
  jobId,
  jobZone,
  isNow,
}: {
  line: ChangeLine;
  jobId: number;
  jobZone: string;
  isNow: boolean;
}) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        {texts.map((text) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
        <p className="text-xs text-muted">
          <Time at={at} jobZone={jobZone} />, {by}
          {version === null ? null : `, version ${version}`}
        </p>
      </div>
      {isNow ? (
        <span className="text-xs leading-6 text-muted">Now</span>
      ) : canRestore && version !== null ? (
        <Restore jobId={jobId} version={version} />
      ) : null}
    </li>
  );
}

function Restore({ jobId, version }: { jobId: number; version: number }) {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useToastOf(fetcher);
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/restore`}>
      <input type="hidden" name="version" value={version} />
      <Button
        type="submit"
        variant="quiet"
        size="sm"
        isPending={fetcher.state !== 'idle'}
        aria-label={`Restore version ${version}`}
      >
        Restore
      </Button>
    </fetcher.Form>
  );
}
