import { useNavigation } from '@remix-run/react';
import {
  CircleCheck,
  CircleDashed,
  CircleFadingArrowUp,
  CirclePlus,
  CircleSlash,
  CircleX,
  Pencil,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
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
import { Button } from '#app/components/ui/input/button.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { StatusBadge, type Tone } from '#app/components/ui/status-badge.tsx';
import { plural } from '#app/format/time-format.ts';
import type { ImportOutcome, ImportRow, ImportView } from '#app/presenters/job/import-plan.ts';
import { importFormId } from './import-form.tsx';

const styles: Record<ImportOutcome, { word: string; icon: LucideIcon; tone: Tone }> = {
  new: { word: 'New', icon: CirclePlus, tone: 'info' },
  changed: { word: 'Changed', icon: Pencil, tone: 'warning' },
  same: { word: 'Unchanged', icon: CircleCheck, tone: 'success' },
  refused: { word: 'Refused', icon: CircleX, tone: 'danger' },
  optional: { word: 'Optional', icon: CircleDashed, tone: 'warning' },
  'no-room': { word: 'No Room', icon: CircleFadingArrowUp, tone: 'warning' },
  'left-out': { word: 'Skipped', icon: CircleSlash, tone: 'muted' },
};

/** Preview of an import: a row with a checkbox per job, and a button that imports the ticked ones. */
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
          <HeaderCell className="w-20">
            <span className="flex items-center gap-2">
              {ticked.all ? <Checkbox {...ticked.all} className="no-script:hidden" /> : null}
              Line
            </span>
          </HeaderCell>
          <HeaderCell>Job</HeaderCell>
          <HeaderCell className="w-32 max-sm:w-28">Outcome</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <PreviewRow
              key={`${view.digest} ${row.take?.place ?? 'none'} ${row.line} ${row.title}`}
              row={row}
            />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Jobs with ticked boxes, and the box for all: it skips jobs above the plan's limit. */
function useTicked({ rows }: ImportView) {
  const [count, setCount] = useState(() => tickedIn(rows));
  useEffect(() => setCount(tickedIn(rows)), [rows]);
  const onChange = ({ target, currentTarget }: FormEvent<HTMLTableElement>) => {
    const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[name=take]')];
    if (target instanceof HTMLInputElement && target.name === '')
      for (const box of boxes) if (!box.hasAttribute('data-no-room')) box.checked = target.checked;
    setCount(boxes.filter(({ checked }) => checked).length);
  };
  const all = rows.filter(({ take, outcome }) => take && outcome !== 'no-room').length;
  return {
    count,
    onChange,
    all:
      all > 1
        ? {
            'aria-label': 'All lines',
            checked: count >= all,
            isSome: count > 0 && count < all,
            // The table handles the event.
            onChange: () => undefined,
          }
        : null,
  };
}

const tickedIn = (rows: ImportRow[]) => rows.filter(({ take }) => take?.isTicked).length;

function ImportButton({ view: { counts, rows }, count }: { view: ImportView; count: number }) {
  const intent = useNavigation().formData?.get('intent');
  if (!rows.some(({ take }) => take)) return null;
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
  const { line, outcome, title, target, schedule, details, take, offer, canUpgrade } = row;
  const { word, icon, tone } = styles[outcome];
  return (
    <Row className="align-top has-[td:first-child_:checked]:bg-transparent">
      <Cell className="text-muted">
        <label className="flex min-h-6 items-start gap-2">
          <span className={take ? 'mt-0.5 flex' : 'w-4'}>
            {take ? <TakeBox row={row} take={take} /> : null}
          </span>
          {line}
        </label>
      </Cell>
      <Cell className="max-w-0">
        <span
          className={outcome === 'left-out' ? 'block truncate mono' : 'block font-semibold wrap-anywhere'}
        >
          {title}
        </span>
        {target ? (
          <SecondLine isMono className="max-sm:wrap-anywhere max-sm:whitespace-normal">
            {target}
          </SecondLine>
        ) : null}
        {schedule ? <SecondLine className="max-sm:whitespace-normal">{schedule}</SecondLine> : null}
        {details.map((detail) => (
          <p
            key={detail}
            className={`mt-0.5 text-xs text-pretty wrap-anywhere ${outcome === 'refused' ? 'text-danger' : ''}`}
          >
            {detail}
          </p>
        ))}
        {offer ? (
          <CheckLabel
            control={
              <Checkbox name="offer" value={line} form={importFormId} defaultChecked={offer.isTicked} />
            }
            className="mt-1.5"
          >
            Use <code className="mono">{offer.expression}</code>
            <span className="sr-only">, line {line}</span>
          </CheckLabel>
        ) : null}
      </Cell>
      <Cell>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
        {canUpgrade ? (
          // There may be a thousand rows: a router link takes the server as long to render as the rest of its row.
          <a href="/dashboard/settings#subscription" className="mt-1 block w-fit font-medium">
            Upgrade
          </a>
        ) : null}
      </Cell>
    </Row>
  );
}

function TakeBox({ row, take }: { row: ImportRow; take: NonNullable<ImportRow['take']> }) {
  const { outcome, title, line } = row;
  return (
    <Checkbox
      name="take"
      value={take.place}
      form={importFormId}
      defaultChecked={take.isTicked}
      data-no-room={outcome === 'no-room' ? '' : undefined}
      aria-label={`${outcome === 'optional' ? 'Import anyway' : 'Import'}: ${title}, line ${line}`}
    />
  );
}

function Say({ view: { counts }, problem }: { view: ImportView; problem: string | null }) {
  const good = counts.new + counts.changed + counts.optional + counts['no-room'];
  const nothing = good === 0 ? 'There is nothing to import.' : null;
  const words =
    problem ??
    refusedWords({ refused: counts.refused, good }) ??
    noRoomWords(counts['no-room']) ??
    optionalWords(counts.optional) ??
    nothing;
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

function noRoomWords(jobs: number): string | null {
  if (jobs === 0) return null;
  return `Your plan has no room for ${plural(jobs, 'job')}, so ${jobs === 1 ? 'it is' : 'they are'} not selected. Select the lines you want, or upgrade.`;
}

function optionalWords(optional: number): string | null {
  if (optional === 0) return null;
  return optional === 1
    ? '1 job is left out unless you select it. Its row gives the reason.'
    : `${optional} jobs are left out unless you select them. Their rows give the reasons.`;
}

function countWords(counts: ImportView['counts']): string {
  const outcomes: ImportOutcome[] = ['new', 'changed', 'same', 'optional', 'no-room', 'refused', 'left-out'];
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        `${counts[outcome]} ${outcome === 'no-room' ? 'without room' : styles[outcome].word.toLowerCase()}`,
    );
  return `${parts.join(', ')}.`;
}
