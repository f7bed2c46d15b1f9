import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { exactMs } from '#app/format/time-format.ts';
import { quantile, type SparkValue } from '#app/presenters/charts/spark-scale.ts';
import type { TimedRun } from '#app/presenters/execution/timed-run.ts';
import { Sparkline } from './sparkline.tsx';

interface LatencyCardProps {
  /** Up to thirty, oldest first. */
  runs: readonly TimedRun[];
  jobZone: string;
  /** The runs come from a schedule. */
  isScheduled?: boolean;
}

/**
 * Latency and lateness of the last thirty runs, as bars and as a table; with retries, also the duration
 * including all waits.
 */
export function LatencyCard({ runs, jobZone, isScheduled = true }: LatencyCardProps) {
  if (runs.every(({ latencyMs }) => latencyMs === null)) {
    return (
      <Card aria-label="Latency and lateness">
        <CardHead title="Latency and Lateness" />
        <EmptyState title={isScheduled ? 'No scheduled runs yet' : 'No runs yet'}>
          Each one adds a bar here.
        </EmptyState>
      </Card>
    );
  }
  const duration = runs.map(({ durationMs, isFailed }) => ({ value: durationMs, isFailed }));
  const latency = runs.map(({ latencyMs, isFailed }) => ({ value: latencyMs, isFailed }));
  const lateness = runs.map(({ latenessMs }) => ({ value: latenessMs }));
  return (
    <Card aria-label="Latency and lateness" className="relative">
      <CardHead title="Latency and Lateness" />
      <CardBody className="grid gap-4">
        {isRetried(runs) ? (
          <Series title="Duration" values={duration} figures={{ median: 0.5, p95: 0.95 }} />
        ) : null}
        <Series title="Latency" values={latency} figures={{ median: 0.5, p95: 0.95 }} />
        {hasLateness(runs) ? (
          <Series title="Lateness" values={lateness} figures={{ median: 0.5, max: 1 }} sign="+" />
        ) : null}
        <Disclosure
          summary="As a table"
          className="[&>summary]:absolute [&>summary]:top-3.5 [&>summary]:right-4 sm:[&>summary]:right-5"
        >
          <div className="-mx-4 max-h-72 overflow-auto sm:-mx-5">
            <RunTable runs={runs} jobZone={jobZone} />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  );
}

const isRetried = (runs: readonly TimedRun[]) => runs.some(({ attempts }) => attempts > 1);
/** Manual runs have no scheduled time, so no lateness. */
const hasLateness = (runs: readonly TimedRun[]) => runs.some(({ latenessMs }) => latenessMs !== null);

interface SeriesProps {
  title: string;
  values: readonly SparkValue[];
  figures: Record<string, number>;
  sign?: string;
}

function Series({ title, values, figures, sign = '' }: SeriesProps) {
  const shown = Object.entries(figures).map(([word, share]) => {
    const value = quantile({ values, share });
    return { word, text: value === null ? '–' : `${sign}${exactMs(value)}` };
  });
  const text = `${title} of the last ${values.length} runs: ${shown.map(({ word, text }) => `${word} ${text}`).join(', ')}`;
  return (
    <div>
      <p className="mb-2 flex gap-3.5 text-xs whitespace-nowrap text-muted">
        <b className="mr-auto text-ink">{title}</b>
        {shown.map(({ word, text }) => (
          <span key={word}>
            {word} <b className="text-ink">{text}</b>
          </span>
        ))}
      </p>
      <Sparkline label={text} values={values} />
    </div>
  );
}

function RunTable({ runs, jobZone }: Pick<LatencyCardProps, 'runs' | 'jobZone'>) {
  return (
    <Table caption="Latency and lateness of the last runs">
      <TableHead>
        <HeaderCell>Run</HeaderCell>
        {isRetried(runs) ? <HeaderCell isNumber>Duration</HeaderCell> : null}
        <HeaderCell isNumber>Latency</HeaderCell>
        <HeaderCell isNumber>Lateness</HeaderCell>
      </TableHead>
      <TableBody>
        {runs.toReversed().map(({ id, scheduledFor, durationMs, latencyMs, latenessMs }) => (
          <Row key={id} className="h-9">
            <Cell>
              <Time at={scheduledFor} jobZone={jobZone} />
            </Cell>
            {isRetried(runs) ? <Cell isNumber>{durationMs === null ? '–' : exactMs(durationMs)}</Cell> : null}
            <Cell isNumber>{latencyMs === null ? '–' : exactMs(latencyMs)}</Cell>
            <Cell isNumber>{latenessMs === null ? '–' : `+${exactMs(latenessMs)}`}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
