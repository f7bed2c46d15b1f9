import { type SecretOffer, toSecretOffers } from '#app/presenters/job-form/form-credentials.ts';
import { delayText } from '#domain/job/retry-delays.ts';
import type { LeftOut, PastedRequest } from '#domain/paste/pasted.ts';
import { readPaste } from '#domain/paste/read-paste.ts';
import { toTypedRequest } from '#domain/paste/typed-request.ts';
import { indentJson } from '#domain/text/indent-json.ts';

/** Result of a pasted command. */
export interface PasteReport {
  /** Why nothing could be taken; then the form is as it was. */
  reason: string | null;
  /** "URL", "method POST", "2 headers". */
  taken: string[];
  left: LeftOut[];
  /** The lines of a text that is several jobs: they go to Import. */
  crontab: string | null;
  /** Credentials in the form that can be stored as secrets. */
  secrets?: SecretOffer[];
  /** The name of a secret that was stored just now. */
  stored?: string;
  /** Why one was not. */
  refused?: { id: string; message: string };
  /** Nothing was taken of a command: it is no text of a field either. */
  isCommand?: true | undefined;
}

/**
 * Fills a command into a form: a command of cURL or wget, a call of `fetch`, or one line of a crontab. Other fields
 * stay as they are. Several lines are refused: they are several jobs, for Import.
 */
export function pasteIntoForm({ form, text }: { form: FormData; text: string }): {
  values: Record<string, string>;
  report: PasteReport;
} {
  const before = textsOf(form);
  const pasted = readPaste(text);
  if (pasted.kind === 'refused') {
    const { reason, isCommand } = pasted;
    return untouched({ before, reason, isCommand });
  }
  if (pasted.kind === 'call') {
    const { request, left } = pasted.call;
    const values = { ...before, ...requestFields(request) };
    return {
      values,
      report: {
        ...offersIn(values),
        reason: null,
        taken: takenOf(request),
        left: [...left, ...toTypedRequest(request).left],
        crontab: null,
      },
    };
  }
  const jobs = pasted.lines.filter((line) => line.kind === 'job');
  const [job] = jobs;
  const left = pasted.lines.flatMap((line) =>
    line.kind === 'refused' ? [{ what: line.text, why: line.reason }] : [],
  );
  if (!job) return untouched({ before, reason: left[0]?.why ?? 'There is no line to import.', left });
  if (jobs.length > 1) {
    const reason = `These are ${jobs.length} jobs. Import makes several at once, after a preview.`;
    return untouched({ before, reason, left, crontab: text.trim() });
  }
  const { request } = job.call;
  const zone = job.timeZone === null ? {} : { timezone: job.timeZone };
  const cron = job.offer ?? job.cron;
  const name = before.name === '' && job.comment !== null ? { name: job.comment.slice(0, 200) } : {};
  const values = { ...before, ...requestFields(request), ...cronFieldsOf(cron), ...zone, ...name };
  return {
    values,
    report: {
      ...offersIn(values),
      reason: null,
      taken: [
        `schedule ${cron}`,
        ...(job.timeZone === null ? [] : [`time zone ${job.timeZone}`]),
        ...takenOf(request),
      ],
      left: [
        ...left,
        ...job.call.left,
        ...toTypedRequest(request).left,
        ...(job.timeZone === null ? [noZone] : []),
      ],
      crontab: null,
    },
  };
}

function offersIn(values: Record<string, string>): Pick<PasteReport, 'secrets'> {
  const secrets = toSecretOffers(values);
  return secrets.length > 0 ? { secrets } : {};
}

const noZone = {
  what: 'time zone',
  why: 'Crontab lines carry no time zone. Choose one below.',
};

function untouched({
  before,
  reason,
  left = [],
  crontab = null,
  isCommand,
}: {
  before: Record<string, string>;
  reason: string;
  left?: LeftOut[];
  crontab?: string | null;
  isCommand?: true | undefined;
}) {
  return { values: before, report: { reason, taken: [], left, crontab, isCommand } };
}

function requestFields(request: PastedRequest) {
  const { url, method, payload, timeoutSeconds, retryCount, retryDelays, followRedirects } = request;
  const { headers, auth } = toTypedRequest(request);
  return {
    type: 'webhook',
    webhookURL: url,
    httpMethod: method,
    headers: Object.keys(headers).length > 0 ? indentJson(JSON.stringify(headers)) : '',
    auth: auth ? JSON.stringify(auth) : '',
    payload: payload ?? '',
    ...(timeoutSeconds !== null && { timeout: String(timeoutSeconds) }),
    ...(retryCount !== null && { retryCount: String(retryCount) }),
    ...(retryDelays && { retryDelays: JSON.stringify(retryDelays) }),
    ...(followRedirects && { followRedirects: 'on' }),
  };
}

/** The expression fills every possible mode; Cron Expression is shown. */
function cronFieldsOf(cron: string) {
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = cron.split(' ');
  return { mode: 'cron', cronExpression: cron, minute, hour, dayOfMonth, month, dayOfWeek };
}

function takenOf(request: PastedRequest): string[] {
  const { method, payload, timeoutSeconds, retryCount, retryDelays, followRedirects } = request;
  const { headers, auth } = toTypedRequest(request);
  const count = Object.keys(headers).length;
  return [
    'URL',
    `method ${method}`,
    ...(count > 0 ? [count === 1 ? '1 header' : `${count} headers`] : []),
    ...(auth === null ? [] : [auth.type === 'basic' ? 'Basic authentication' : 'Bearer token']),
    ...(payload === null ? [] : ['payload']),
    ...(timeoutSeconds === null ? [] : [`timeout ${timeoutSeconds} s`]),
    ...(retryCount === null ? [] : [retryCount === 1 ? '1 retry' : `${retryCount} retries`]),
    ...(retryDelays?.kind === 'fixed' ? [`retry delay ${delayText(retryDelays.seconds)}`] : []),
    ...(followRedirects ? ['redirects'] : []),
  ];
}

function textsOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value;
  return values;
}
