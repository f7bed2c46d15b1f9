import { useNavigation } from '@remix-run/react';
import {
  CircleCheck,
  CircleDashed,
  CirclePlus,
  CircleSlash,
  CircleX,
  Pencil,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/checkbox.tsx';
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
  optional: { word: 'Optional', icon: CircleDashed, tone: 'warning' },
  'left-out': { word: 'Skipped', icon: CircleSlash, tone: 'muted' },
};

/** What an import would do, row by row, and the button that does it: all or nothing, or all that is good. */
export function ImportPreview({ view, problem }: { view: ImportView; problem: string | null }) {
  const { rows, counts } = view;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [view]);
  const ticked = useTicked(view);
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
        <ImportButton view={view} count={ticked.count} />
      </div>
      <Say view={view} problem={problem} />
      <Table caption="What the import would do" onChange={ticked.onChange}>
        <TableHead className="border-t border-t-border">
          <HeaderCell isNumber className="w-14">
            Line
          </HeaderCell>
          <HeaderCell>Job</HeaderCell>
          <HeaderCell className="w-32 max-sm:w-28">Outcome</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <PreviewRow key={`${view.digest} ${row.line} ${row.title}`} row={row} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Jobs that would be written: those that need no choice, and the ones whose boxes are ticked. */
function useTicked(view: ImportView) {
  const isTaken = ({ choice }: ImportRow) => choice?.field === 'take';
  const certain = view.rows.filter((row) => isWritten(row) && !isTaken(row)).length;
  const [ticked, setTicked] = useState(() => tickedIn(view.rows));
  useEffect(() => setTicked(tickedIn(view.rows)), [view]);
  const onChange = ({ target, currentTarget }: FormEvent<HTMLTableElement>) => {
    if (target instanceof HTMLInputElement && target.name === 'take')
      setTicked(currentTarget.querySelectorAll('input[name=take]:checked').length);
  };
  return { count: certain + ticked, onChange };
}

const isWritten = ({ outcome }: ImportRow) => outcome === 'new' || outcome === 'changed';
const tickedIn = (rows: ImportRow[]) =>
  rows.filter(({ choice }) => choice?.field === 'take' && choice.isTicked).length;

function ImportButton({ view: { counts, rows }, count }: { view: ImportView; count: number }) {
  const intent = useNavigation().formData?.get('intent');
  if (!rows.some((row) => isWritten(row) || row.outcome === 'optional')) return null;
  const isGoodOnly = counts.refused > 0;
  const words = isGoodOnly ? `Import the ${plural(count, 'Good Job')}` : `Import ${plural(count, 'Job')}`;
  return (
    <Button
      type="submit"
      form={importFormId}
      name="intent"
      value={isGoodOnly ? 'import-good' : 'import'}
      variant={isGoodOnly ? 'secondary' : 'primary'}
      isPending={intent === 'import' || intent === 'import-good'}
      className="max-sm:w-full"
    >
      {count === 0 ? 'Import Ticked Jobs' : words}
    </Button>
  );
}

function PreviewRow({ row }: { row: ImportRow }) {
  const { line, outcome, title, target, schedule, details, choice } = row;
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
        {choice ? (
          <CheckLabel
            control={
              <Checkbox
                name={choice.field}
                value={line}
                form={importFormId}
                defaultChecked={choice.isTicked}
              />
            }
            className="mt-1.5"
          >
            {choice.label}
            {choice.expression === null ? null : <code className="mono"> {choice.expression}</code>}
            <span className="sr-only">, line {line}</span>
          </CheckLabel>
        ) : null}
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
  const good = counts.new + counts.changed + counts.optional;
  const nothing = good === 0 ? 'There is nothing to import.' : null;
  const words =
    problem ?? refusedWords({ refused: counts.refused, good }) ?? optionalWords(counts.optional) ?? nothing;
  if (!words) return null;
  const isBad = problem !== null || counts.refused > 0;
  return (
    <CardBody className="pt-0! pb-4!">
      <Banner tone={isBad ? 'danger' : 'info'}>{words}</Banner>
    </CardBody>
  );
}

function refusedWords({ refused, good }: { refused: number; good: number }): string | null {
  if (refused === 0) return null;
  const are = `${plural(refused, 'job')} ${refused === 1 ? 'is' : 'are'} refused`;
  return good === 0
    ? `${are}, so nothing can be imported. Fix the text below and preview it again.`
    : `${are}. Fix the text below and preview it again, or import the others without ${refused === 1 ? 'it' : 'them'}.`;
}

function optionalWords(optional: number): string | null {
  if (optional === 0) return null;
  return optional === 1
    ? '1 job is left out unless you tick it: its row says why.'
    : `${optional} jobs are left out unless you tick them: their rows say why.`;
}

function countWords(counts: ImportView['counts']): string {
  const outcomes: ImportOutcome[] = ['new', 'changed', 'same', 'optional', 'refused', 'left-out'];
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${looks[outcome].word.toLowerCase()}`);
  return `${parts.join(', ')}.`;
}
