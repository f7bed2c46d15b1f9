import { Link } from '@remix-run/react';
import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { TestNoteButton } from '#app/components/job/test-note-button.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import { Relative, Time } from '#app/components/ui/time.tsx';
import type { JobNotes, NoteLine } from '#app/presenters/job-notes.server.ts';

const wide = 'max-sm:hidden';

interface JobNotesProps {
  notes: JobNotes;
  jobId: number;
  jobZone: string;
}

/** What a job has told, to whom, and whether it arrived. */
export function JobNotesCard({ notes: { note, destination, lines }, jobId, jobZone }: JobNotesProps) {
  return (
    <Card aria-labelledby="notifications">
      <CardHead
        id="notifications"
        title="Notifications"
        note={note}
        end={<TestNoteButton jobId={jobId} />}
        isWrapping
      />
      {lines.length === 0 ? (
        <EmptyState title="No notifications yet" className="border-t border-border">
          {note === 'never' ? (
            <p>
              This job sends no notifications. Choose a frequency when you{' '}
              <Link to={`/dashboard/jobs/${jobId}/edit`}>edit it</Link>.
            </p>
          ) : (
            <p className="wrap-anywhere">
              What this job tells {destination} is listed here, with what came of it.
            </p>
          )}
        </EmptyState>
      ) : (
        <NotesTable lines={lines} jobId={jobId} jobZone={jobZone} />
      )}
    </Card>
  );
}

function NotesTable({ lines, jobId, jobZone }: { lines: NoteLine[]; jobId: number; jobZone: string }) {
  return (
    <Table caption="Notifications">
      <TableHead>
        <HeaderCell>State</HeaderCell>
        <HeaderCell>Rule</HeaderCell>
        <HeaderCell className={wide}>Channel</HeaderCell>
        <HeaderCell isNumber className={wide}>
          Attempts
        </HeaderCell>
        <HeaderCell className={wide}>Time</HeaderCell>
        <HeaderCell isNumber>Details</HeaderCell>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <NoteRow key={line.id} line={line} jobId={jobId} jobZone={jobZone} />
        ))}
      </TableBody>
    </Table>
  );
}

function NoteRow({ line, jobId, jobZone }: { line: NoteLine; jobId: number; jobZone: string }) {
  const time = { at: line.owedAt, jobZone, precision: 'second' } as const;
  return (
    <Row>
      <Cell>
        <NoteState line={line} />
      </Cell>
      <Cell>
        {line.rule}
        {line.fault === null ? null : (
          <SecondLine className="whitespace-normal">
            {line.fault}
            {line.nextAt === null ? null : (
              <>
                {' '}
                Next attempt <Relative at={line.nextAt} />.
              </>
            )}
          </SecondLine>
        )}
        <SecondLine className="sm:hidden">
          <Time {...time} />
        </SecondLine>
        <SecondLine className="sm:hidden">
          {line.channel}, {plural(line.attempts, 'attempt')}
        </SecondLine>
      </Cell>
      <Cell className={wide}>
        {line.channel}
        <SecondLine isMono className="max-w-60">
          {line.destination}
        </SecondLine>
      </Cell>
      <Cell isNumber className={wide}>
        {line.attempts}
      </Cell>
      <Cell className={wide}>
        <Time {...time} isColumn />
      </Cell>
      <Cell isNumber>
        <Link
          to={`/dashboard/jobs/${jobId}/executions/${line.executionId}`}
          className="inline-flex min-h-6 items-center"
        >
          View<span className="sr-only"> the execution of notification {line.id}</span>
        </Link>
      </Cell>
    </Row>
  );
}

function NoteState({ line: { state, attempts } }: { line: NoteLine }) {
  if (state === 'sent') {
    return (
      <StatusBadge tone="success" icon={CircleCheck}>
        Sent
      </StatusBadge>
    );
  }
  if (state === 'gave_up') {
    return (
      <StatusBadge tone="danger" icon={CircleX}>
        Not Delivered
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="info" icon={attempts > 0 ? RotateCw : Clock}>
      {attempts > 0 ? 'Retrying' : 'Waiting'}
    </StatusBadge>
  );
}
