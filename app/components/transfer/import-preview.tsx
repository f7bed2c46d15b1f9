import { useNavigation } from '@remix-run/react';
import { CircleCheck, CirclePlus, CircleSlash, CircleX, Pencil, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { StatusBadge, type Tone } from '#app/components/ui/status-badge.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import type { ImportOutcome, ImportRow, ImportView } from '#app/presenters/import-plan.ts';
import { importFormId } from './import-form.tsx';

const looks: Record<ImportOutcome, { word: string; icon: LucideIcon; tone: Tone }> = {
  new: { word: 'New', icon: CirclePlus, tone: 'info' },
  changed: { word: 'Changed', icon: Pencil, tone: 'warning' },
  same: { word: 'Unchanged', icon: CircleCheck, tone: 'success' },
  refused: { word: 'Refused', icon: CircleX, tone: 'danger' },
  'left-out': { word: 'Skipped', icon: CircleSlash, tone: 'muted' },
};

/** What an import would do, row by row, and the one button that does it: all or nothing. */
export function ImportPreview({ view, problem }: { view: ImportView; problem: string | null }) {
  const { rows, counts } = view;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [view]);
  const isPending = useNavigation().formData?.get('intent') === 'import';
  const written = counts.new + counts.changed;
  return (
    <Card aria-labelledby="preview">
      <div className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
        <div className="mr-auto">
          <h2 id="preview" ref={head} tabIndex={-1} className="text-base font-semibold outline-none">
            Preview
          </h2>
          <p role="status" className="text-muted">
            {countWords(counts)}
          </p>
        </div>
        {written > 0 && counts.refused === 0 ? (
          <Button
            type="submit"
            form={importFormId}
            name="intent"
            value="import"
            variant="primary"
            isPending={isPending}
            className="max-sm:w-full"
          >
            Import {plural(written, 'Job')}
          </Button>
        ) : null}
      </div>
      <Say view={view} problem={problem} />
      <Table caption="What the import would do">
        <TableHead className="border-t border-t-border">
          <HeaderCell isNumber className="w-14">
            Line
          </HeaderCell>
          <HeaderCell>Job</HeaderCell>
          <HeaderCell className="w-32 max-sm:w-28">Outcome</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <PreviewRow key={`${row.line} ${row.title}`} row={row} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function PreviewRow({ row: { line, outcome, title, target, schedule, details } }: { row: ImportRow }) {
  const { word, icon, tone } = looks[outcome];
  return (
    <Row className="align-top">
      <Cell isNumber className="text-muted">
        {line}
      </Cell>
      <Cell className="max-w-0">
        <span
          className={outcome === 'left-out' ? 'block truncate mono' : 'block font-semibold wrap-anywhere'}
        >
          {title}
        </span>
        {target ? <SecondLine isMono>{target}</SecondLine> : null}
        {schedule ? <SecondLine>{schedule}</SecondLine> : null}
        {details.map((detail) => (
          <p
            key={detail}
            className={`mt-0.5 text-xs text-pretty wrap-anywhere ${outcome === 'refused' ? 'text-danger' : ''}`}
          >
            {detail}
          </p>
        ))}
      </Cell>
      <Cell>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      </Cell>
    </Row>
  );
}

function Say({ view: { counts }, problem }: { view: ImportView; problem: string | null }) {
  const refused =
    counts.refused > 0
      ? `${plural(counts.refused, 'job')} ${counts.refused === 1 ? 'is' : 'are'} refused, so nothing can be imported. Mend the text below and preview it again.`
      : null;
  const nothing = counts.new + counts.changed === 0 ? 'There is nothing to import.' : null;
  const words = problem ?? refused ?? nothing;
  if (!words) return null;
  return (
    <CardBody className="pt-0! pb-4!">
      <Banner tone={(problem ?? refused) ? 'danger' : 'info'}>{words}</Banner>
    </CardBody>
  );
}

function countWords(counts: ImportView['counts']): string {
  const outcomes: ImportOutcome[] = ['new', 'changed', 'same', 'refused', 'left-out'];
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${looks[outcome].word.toLowerCase()}`);
  return `${parts.join(', ')}.`;
}
