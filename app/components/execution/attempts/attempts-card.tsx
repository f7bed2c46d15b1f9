import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import { AttemptPanels } from '#app/components/execution/attempts/attempt-panels.tsx';
import { RedirectList } from '#app/components/execution/attempts/redirect-list.tsx';
import { Waterfall } from '#app/components/execution/attempts/waterfall.tsx';
import { Card, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { groove, slip, slipSize } from '#app/components/ui/input/segments.tsx';
import { Hour, Relative } from '#app/components/ui/time.tsx';
import { exactMs, plural } from '#app/format/time-format.ts';
import type { AttemptView } from '#app/presenters/execution/attempt-view.ts';
import type { ExecutionView } from '#app/presenters/execution/execution-page.ts';
import { searchWith } from '#app/query/history-address.ts';

interface AttemptsProps {
  execution: ExecutionView;
  jobZone: string;
}

/** Attempt named in the address, else the last one; null before the first. */
export function chosenAttempt({
  execution: { tries },
  params,
}: {
  execution: ExecutionView;
  params: URLSearchParams;
}): AttemptView | null {
  const asked = params.get('attempt');
  return tries.find(({ number }) => String(number) === asked) ?? tries.at(-1) ?? null;
}

/** One attempt at a time: its phases, its remote address, the request and the response. */
export function AttemptsCard({ execution, jobZone }: AttemptsProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const chosen = chosenAttempt({ execution, params });
  if (chosen === null) {
    return (
      <Card aria-label="Attempts">
        <CardHead title="Attempts" />
        <EmptyState title="No attempts were made." />
      </Card>
    );
  }
  const openPanel = (panel: string) =>
    navigate(searchWith({ search: params.toString(), changes: { panel } }), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <Card aria-label="Attempts">
      <CardHead title="Attempts" isWrapping end={<Picker execution={execution} chosen={chosen} />} />
      <div className="grid border-t border-control lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="p-4 sm:p-5">
          <Waterfall
            times={chosen.phases}
            totalMs={chosen.lastMs ?? 0}
            hint={
              <>
                Started <Hour at={chosen.startedAt} jobZone={jobZone} precision="millisecond" />
                {chosen.hops.length === 0 ? '' : ', last request'}
              </>
            }
          />
        </div>
        <div className="border-border p-4 max-lg:border-t sm:p-5 lg:border-l">
          <AttemptFactsList execution={execution} attempt={chosen} />
        </div>
      </div>
      {chosen.hops.length === 0 ? null : <RedirectList hops={chosen.hops} />}
      {chosen.response ? null : (
        <p className="border-t border-border px-4 py-4 text-muted sm:px-5">
          {chosen.isOpen ? 'No response yet.' : `There was no response. ${chosen.error ?? ''}`}
        </p>
      )}
      <AttemptPanels attempt={chosen} open={params.get('panel')} onOpen={openPanel} />
    </Card>
  );
}

function Picker({ execution, chosen }: { execution: ExecutionView; chosen: AttemptView }) {
  const { tries, retryAt, mostAttempts, isOpen } = execution;
  const [params] = useSearchParams();
  const next = tries.length + 1;
  return (
    <nav aria-label="Choose an attempt" className={cn(groove, 'overflow-x-auto')}>
      {tries.map((attempt) => (
        <AttemptLink
          key={attempt.number}
          attempt={attempt}
          to={searchWith({ search: params.toString(), changes: { attempt: String(attempt.number) } })}
          isChosen={attempt.number === chosen.number}
        />
      ))}
      {isOpen && retryAt !== null ? (
        <span className={cn(slip, slipSize.md, 'gap-2 hover:text-muted')}>
          <Icon of={Clock} className="text-info" />
          <b>{next}</b>
          <Relative at={retryAt} />
        </span>
      ) : null}
      {isOpen && retryAt !== null && next < mostAttempts ? (
        <span className={cn(slip, slipSize.md, 'hover:text-muted max-sm:hidden')}>
          <b>{next + 1 === mostAttempts ? mostAttempts : `${next + 1} to ${mostAttempts}`}</b> if needed
        </span>
      ) : null}
    </nav>
  );
}

function AttemptLink({ attempt, to, isChosen }: { attempt: AttemptView; to: string; isChosen: boolean }) {
  const { number, statusCode, durationMs, error, isOpen } = attempt;
  const icon = isOpen ? LoaderCircle : error === null ? CircleCheck : CircleX;
  const tone = isOpen ? 'text-info' : error === null ? 'text-success' : 'text-danger';
  const code = statusCode === null ? '' : `, ${statusCode}`;
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      aria-label={`Attempt ${number}${code}`}
      className={cn(slip, slipSize.md, 'gap-2')}
    >
      <Icon of={icon} className={tone} />
      <b>{number}</b>
      {statusCode === null ? null : <span className="mono">{statusCode}</span>}
      {durationMs === null ? null : <span className="text-muted max-sm:hidden">{exactMs(durationMs)}</span>}
    </Link>
  );
}

function AttemptFactsList({ execution, attempt }: { execution: ExecutionView; attempt: AttemptView }) {
  const { remoteAddress, connection, response: result, retryAfterMs } = attempt;
  return (
    <Pairs>
      <Pair label="Remote address" isMono>
        {remoteAddress ?? '–'}
      </Pair>
      <Pair label="Connection">{connection ?? '–'}</Pair>
      <Pair label="webhook-id" isMono>
        {execution.webhookId ?? '–'}
      </Pair>
      <Pair label="Same id on">
        {execution.mostAttempts === 1 ? 'the one attempt' : `all ${execution.mostAttempts} attempts`}
      </Pair>
      {retryAfterMs === null ? null : <Pair label="Planned wait">{exactMs(retryAfterMs)}</Pair>}
      <Pair label="Response">{result ? sizeText(result) : '–'}</Pair>
    </Pairs>
  );
}

function sizeText({ bytes, isTruncated, isBinary }: NonNullable<AttemptView['response']>): string {
  return [
    plural(bytes, 'byte'),
    ...(isBinary ? ['binary'] : []),
    isTruncated ? 'truncated' : 'not truncated',
  ].join(', ');
}
