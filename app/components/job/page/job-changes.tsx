import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import { LedgerLine, LedgerList } from '#app/components/ui/ledger-list.tsx';
import { plural } from '#app/format/time-format.ts';
import type { ChangeLine } from '#app/presenters/job/job-changes.ts';

interface JobChangesProps {
  changes: ChangeLine[];
  version: number;
  jobId: number;
  jobZone: string;
}

/** Changes of the job and skipped fires, with their author and a restore button. */
export function JobChanges({ changes, version, jobId, jobZone }: JobChangesProps) {
  return (
    <Card aria-label="Changes">
      <CardHead title="Changes" hint={`version ${version}`} />
      <LedgerList
        olderText={(count) => plural(count, 'earlier change')}
        lines={changes.map((line) => (
          <Change
            key={line.version ?? `${line.at} ${line.texts.join()}`}
            line={line}
            jobId={jobId}
            jobZone={jobZone}
            newest={version}
          />
        ))}
      />
    </Card>
  );
}

function Change({
  line: { version, at, by, texts, canRestore },
  jobId,
  jobZone,
  newest,
}: {
  line: ChangeLine;
  jobId: number;
  jobZone: string;
  newest: number;
}) {
  const end =
    version === newest ? (
      <span className="text-muted">Now</span>
    ) : canRestore && version !== null ? (
      <Restore jobId={jobId} version={version} seen={newest} />
    ) : null;
  return (
    <LedgerLine at={at} jobZone={jobZone} end={end}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="text-xs text-muted">
        {by}
        {version === null ? null : `, version ${version}`}
      </p>
    </LedgerLine>
  );
}

function Restore({ jobId, version, seen }: { jobId: number; version: number; seen: number }) {
  const fetcher = useKeptFetcher({ isFollowed: true });
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/restore`}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seen} />
      <Button
        type="submit"
        variant="quiet"
        size="sm"
        className="-my-0.5 -mr-2"
        isPending={fetcher.state !== 'idle'}
        aria-label={`Restore version ${version}`}
      >
        Restore
      </Button>
    </fetcher.Form>
  );
}
