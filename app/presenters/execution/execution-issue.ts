import { wallTime } from '#app/format/time-format.ts';
import type { ExecutionView } from './execution-page.ts';

const longestResponse = 2_000;

/** An execution as Markdown for an issue tracker: without secrets and without the query of the address. */
export function issueText({
  execution,
  job,
  link,
}: {
  execution: ExecutionView;
  job: { name: string; timeZone: string };
  link: string;
}): string {
  const { id, status, scheduledFor, dueAt, verdict, error, tries, webhookId, latenessMs, jobVersion } =
    execution;
  const { cutShort } = execution;
  const last = tries.at(-1);
  const nextDue = cutShort?.nextDueAt ?? null;
  const lines = [
    `### ${plain(job.name)}: execution ${id} ${cutShort === null ? status : 'failed'}`,
    '',
    `- ${scheduledFor === null ? 'Requested' : 'Scheduled for'}: ${new Date(dueAt).toISOString()} (${local({ at: dueAt, timeZone: job.timeZone })})${latenessMs === null ? '' : `, started ${latenessMs} ms late`}`,
    ...((verdict ?? error) ? [`- Verdict: ${verdict ?? error ?? ''}`] : []),
    ...(cutShort === null
      ? []
      : [
          `- Retries stopped: the next run was due${nextDue === null ? '' : ` at ${new Date(nextDue).toISOString()}`}`,
        ]),
    ...(execution.remedy ? [`- Meaning: ${execution.remedy.explanation} ${execution.remedy.remedy}`] : []),
    ...(last?.request
      ? [`- Request: \`${last.request.method} ${last.request.url.split('?')[0] ?? ''}\``]
      : []),
    ...(webhookId === null ? [] : [`- webhook-id: \`${webhookId}\``]),
    `- Job version: ${jobVersion}`,
    `- Execution: ${link}`,
    ...attemptTable(execution),
    ...(last?.response ? responseBlock(last.response.text, last.response.isTruncated) : []),
  ];
  return `${lines.join('\n')}\n`;
}

function attemptTable({ tries }: ExecutionView): string[] {
  if (tries.length === 0) return [];
  const ms = (value: number | null) => (value === null ? '' : `${Math.trunc(value)}`);
  return [
    '',
    '| Attempt | Started (UTC) | Status | Total ms | DNS | Connect | TLS | Wait | Download | Error |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...tries.map(({ number, startedAt, statusCode, durationMs, phases, error }) => {
      const { dnsMs, connectMs, tlsMs, waitMs, downloadMs } = phases;
      const times = [durationMs, dnsMs, connectMs, tlsMs, waitMs, downloadMs].map(ms);
      return `| ${[number, new Date(startedAt).toISOString(), statusCode ?? '', ...times, error ?? ''].join(' | ')} |`;
    }),
  ];
}

function responseBlock(text: string, isTruncated: boolean): string[] {
  if (text === '') return [];
  const shown = text.slice(0, longestResponse);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const isCut = isTruncated || shown.length < text.length;
  return ['', `Response${isCut ? ', its beginning' : ''}:`, '', fence, shown, fence];
}

function local({ at, timeZone }: { at: number; timeZone: string }): string {
  const { date, second } = wallTime({ at, timeZone });
  return `${date} ${second} ${timeZone}`;
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
