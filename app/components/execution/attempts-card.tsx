import { Link } from '@remix-run/react';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { Waterfall } from '#app/components/execution/waterfall.tsx';
import { Card, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { groove, slip, slipSize } from '#app/components/ui/segments.tsx';
import { Tabs } from '#app/components/ui/tabs.tsx';
import { exactMs, plural } from '#app/components/ui/time-format.ts';
import { Hour } from '#app/components/ui/time.tsx';
import type { AnswerView, AttemptView } from '#app/presenters/attempt-view.ts';
import type { ExecutionView } from '#app/presenters/execution-page.ts';

interface AttemptsProps {
  execution: ExecutionView;
  chosen: AttemptView | null;
  jobZone: string;
}

/** One attempt at a time: where its time went, whom it reached, what came back. */
export function AttemptsCard({ execution, chosen, jobZone }: AttemptsProps) {
  if (chosen === null) {
    return (
      <Card aria-label="Attempts">
        <CardHead title="Attempts" />
        <EmptyState title="No attempt was made." />
      </Card>
    );
  }
  return (
    <Card aria-label="Attempts">
      <CardHead title="Attempts" isWrapping end={<Picker tries={execution.tries} chosen={chosen} />} />
      <div className="grid border-t border-control lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="p-4 sm:p-5">
          <Waterfall
            times={chosen.phases}
            totalMs={chosen.durationMs ?? 0}
            note={
              <>
                Started <Hour at={chosen.startedAt} jobZone={jobZone} precision="millisecond" />
              </>
            }
          />
        </div>
        <div className="border-border p-4 max-lg:border-t sm:p-5 lg:border-l">
          <AttemptFactsList execution={execution} attempt={chosen} />
        </div>
      </div>
      {chosen.answer ? (
        <Panels answer={chosen.answer} statusCode={chosen.statusCode} isFailed={chosen.fault !== null} />
      ) : (
        <p className="border-t border-border px-4 py-4 text-muted sm:px-5">
          {chosen.isOpen ? 'No answer yet.' : `There was no answer. ${chosen.fault ?? ''}`}
        </p>
      )}
    </Card>
  );
}

function Picker({ tries, chosen }: { tries: AttemptView[]; chosen: AttemptView }) {
  return (
    <nav aria-label="Attempts" className={cn(groove, 'overflow-x-auto')}>
      {tries.map((attempt) => {
        const { number, statusCode, durationMs, fault, isOpen } = attempt;
        const icon = isOpen ? LoaderCircle : fault === null ? CircleCheck : CircleX;
        const tone = isOpen ? 'text-info' : fault === null ? 'text-success' : 'text-danger';
        return (
          <Link
            key={number}
            to={`?attempt=${number}`}
            replace
            preventScrollReset
            aria-current={number === chosen.number ? 'true' : undefined}
            aria-label={`Attempt ${number}${statusCode === null ? '' : `, ${statusCode}`}`}
            className={cn(slip, slipSize.md, 'gap-2')}
          >
            <Icon of={icon} className={tone} />
            <b>{number}</b>
            {statusCode === null ? null : <span className="mono">{statusCode}</span>}
            {durationMs === null ? null : (
              <span className="text-muted max-sm:hidden">{exactMs(durationMs)}</span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

function AttemptFactsList({ execution, attempt }: { execution: ExecutionView; attempt: AttemptView }) {
  const { remoteAddress, connection, answer, retryAfterMs } = attempt;
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
      <Pair label="Answer">
        {answer
          ? `${plural(answer.bytes, 'byte')}, ${answer.isTruncated ? 'truncated' : 'not truncated'}`
          : '–'}
      </Pair>
    </Pairs>
  );
}

function Panels({
  answer,
  statusCode,
  isFailed,
}: {
  answer: AnswerView;
  statusCode: number | null;
  isFailed: boolean;
}) {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Tabs
      label="Panels"
      className="border-t border-border"
      tabs={[
        {
          value: 'response',
          label: 'Response',
          panel: (
            <>
              <p className="flex flex-wrap gap-x-4 px-4 py-3 text-muted sm:px-5">
                <span className={cn('font-semibold', isFailed ? 'text-danger' : 'text-success')}>
                  {statusCode}
                </span>
                {answer.contentType === null ? null : <span className="mono">{answer.contentType}</span>}
                <span>{plural(answer.bytes, 'byte')}</span>
              </p>
              {answer.text === '' ? (
                <p className="border-t border-border px-4 py-4 text-muted sm:px-5">The answer has no body.</p>
              ) : (
                <CodeBlock code={answer.text} label="Response body" isFlat canCopy />
              )}
            </>
          ),
        },
        {
          value: 'headers',
          label: (
            <>
              Headers <span className="text-muted">{answer.headers.length}</span>
            </>
          ),
          panel: <CodeBlock code={headers} label="Response headers" isFlat canCopy />,
        },
      ]}
    />
  );
}
