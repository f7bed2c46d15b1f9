import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { Time } from './time.tsx';

interface LedgerListProps {
  /** One `LedgerLine` each, newest first. */
  lines: readonly ReactNode[];
  /** Label of the collapsed part: "3 earlier changes". */
  olderText: (count: number) => string;
}

const inSight = 5;

/** Events, one per line, under their card's heading; the newest five are visible. */
export function LedgerList({ lines, olderText }: LedgerListProps) {
  const older = lines.slice(inSight);
  return (
    <>
      <List>{lines.slice(0, inSight)}</List>
      {older.length > 0 ? (
        <Disclosure
          summary={olderText(older.length)}
          className="border-t border-border [&>summary]:px-4 [&>summary]:py-2.5 sm:[&>summary]:px-5"
        >
          <List>{older}</List>
        </Disclosure>
      ) : null}
    </>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ol className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border">{children}</ol>;
}

interface LedgerLineProps {
  /** UTC milliseconds. */
  at: number;
  jobZone: string;
  /** Result, or an undo button. */
  end?: ReactNode;
  children: ReactNode;
}

/** Time, event and result; below 640 px, long parts move to a separate line. */
export function LedgerLine({ at, jobZone, end, children }: LedgerLineProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-nowrap sm:px-5">
      <Time at={at} jobZone={jobZone} isColumn className="leading-6 text-muted" />
      <div className="min-w-0 flex-1 leading-6 wrap-anywhere max-sm:order-1 max-sm:basis-full">
        {children}
      </div>
      <div className="flex min-h-6 items-center max-sm:ml-auto">{end}</div>
    </li>
  );
}
