import { Hour } from '#app/components/ui/time.tsx';
import type { ExecutionView } from '#app/presenters/execution/execution-page.ts';

/** "the next run was due at 20:02", in the page's zone. */
export function CutShortText({
  cutShort: { nextDueAt },
  jobZone,
}: {
  cutShort: NonNullable<ExecutionView['cutShort']>;
  jobZone: string;
}) {
  if (nextDueAt === null) return 'the next run was due';
  return (
    <>
      the next run was due at <Hour at={nextDueAt} jobZone={jobZone} />
    </>
  );
}
