import type { JobInput } from '#domain/job/job.ts';
import { maskedAuthHeader } from '#domain/job/request-auth.ts';

type Called = Pick<
  JobInput,
  | 'webhookUrl'
  | 'httpMethod'
  | 'headers'
  | 'auth'
  | 'payload'
  | 'timeoutSeconds'
  | 'retryCount'
  | 'followRedirects'
  | 'cronExpression'
>;

/** The line of a crontab that makes a job's call; null where cron cannot make it: no schedule, or a mail. */
export function crontabLine(job: Called): string | null {
  if (job.cronExpression === null || /^mailto:/i.test(job.webhookUrl)) return null;
  return `${job.cronExpression} ${curlCommand(job).replaceAll('%', '\\%')}`;
}

/** A job's call as a command of the shell. */
function curlCommand({
  webhookUrl,
  httpMethod,
  headers,
  auth,
  payload,
  timeoutSeconds,
  retryCount,
  followRedirects,
}: Called): string {
  const isLong = payload !== null && /[\r\n]/.test(payload);
  const asked = httpMethod === (payload === null ? 'GET' : 'POST') ? [] : [`-X ${httpMethod}`];
  const curl = [
    `curl -fsS${followRedirects ? 'L' : ''} -m ${timeoutSeconds} --retry ${retryCount}`,
    ...(httpMethod === 'HEAD' ? ['-I'] : asked),
    ...Object.entries({ ...headers, ...maskedAuthHeader(auth) }).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(payload === null ? [] : [isLong ? '--data-binary @-' : `--data-raw ${quoted(payload)}`]),
    quoted(webhookUrl),
  ].join(' ');
  return isLong ? `printf '%b' ${quoted(oneLine(payload))} | ${curl}` : curl;
}

/** A line of a crontab ends where the text would go on: printf puts the breaks back. */
function oneLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
