import { errorCatalogue } from '#domain/errors.ts';
import { eventTypeHints, eventTypes } from '#domain/event-type.ts';
import { errorCodes, errorText, isRetriedError, type ErrorCode } from '#domain/execution.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import { channelKinds } from '#domain/notifications/channel-kinds.ts';
import { templateVariables } from '#domain/notifications/template/template-variables.ts';
import { plans, type Plan } from '#domain/plan.ts';
import { endReasons, remedyOf, remedyOfReason } from '#domain/remedies.ts';
import { presets } from '#domain/schedule/presets.ts';
import { variables } from '#domain/text/variables.ts';

/** Facts of an example, named in the error texts. */
const example = { host: 'the target', statusCode: 500, timeoutSeconds: 30 };

/** Every table generated from the code, by its name in the texts. */
export const docsTables: Record<string, (() => string) | undefined> = {
  plans: plansTable,
  channels: channelsTable,
  presets: () =>
    table(
      ['Interval', 'Cron'],
      presets.map(({ cron, label }) => [label, code(cron)]),
    ),
  variables: () =>
    table(
      ['Written', 'Value'],
      variables.map(({ name, meaning }) => [code(`{{${name}}}`), meaning]),
    ),
  templateVariables: () =>
    table(
      ['Variable', 'Value'],
      templateVariables.map(({ name, meaning }) => [code(name), meaning]),
    ),
  errorCodes: () =>
    table(
      ['Code', 'Error', 'Retried', 'What to do'],
      errorCodes.map((errorCode) => [
        code(errorCode),
        textsOf(errorCode),
        retried(errorCode),
        remedyOf({ code: errorCode, ...example })?.remedy ?? '',
      ]),
    ),
  reasons: () =>
    table(
      ['Reason', 'What happened', 'What to do'],
      endReasons.map((reason) => {
        const { explanation, remedy } = remedyOfReason(reason);
        return [code(reason), explanation, remedy];
      }),
    ),
  events: () =>
    table(
      ['Type', 'Sent when'],
      eventTypes.map((type) => [code(type), eventTypeHints[type]]),
    ),
  errors: () =>
    table(
      ['Status', 'Type', 'Message'],
      Object.entries(errorCatalogue).map(([type, { status, text }]) => [
        String(status),
        `[${code(type)}](/docs/errors#${type})`,
        text,
      ]),
    ),
};

function plansTable(): string {
  const all = Object.values(plans);
  const row = (label: string, read: (plan: Plan) => string) => [label, ...all.map(read)];
  const number = (value: number | null) => (value === null ? 'unlimited' : value.toLocaleString('en-US'));
  return table(
    ['Plan', ...all.map(({ name }) => name)],
    [
      row('Price', ({ priceUsd }) => (priceUsd === 0 ? '$0' : `$${priceUsd} a month`)),
      row('Active and paused jobs', ({ jobLimit }) => number(jobLimit)),
      row('Inactive jobs', ({ draftLimit }) => number(draftLimit)),
      row(
        'Storage for jobs and their versions',
        ({ storedBytes }) => `${number(storedBytes / 1_048_576)} MiB`,
      ),
      row('Idempotency keys kept', ({ idempotencyKeys }) => number(idempotencyKeys)),
      row('Executions are kept', ({ retentionDays }) => `${retentionDays} days`),
      row('API access', ({ hasApiAccess }) => (hasApiAccess ? 'yes' : 'no')),
      row('Event subscriptions', ({ eventSubscriptions }) => number(eventSubscriptions)),
      row('Templates for webhook bodies', ({ hasTemplates }) => (hasTemplates ? 'yes' : 'no')),
      row('Metrics for Prometheus', ({ hasMetrics }) => (hasMetrics ? 'yes' : 'no')),
      row('Requests in flight per worker', ({ callsInFlight }) => number(callsInFlight)),
      row('Requests a minute to one domain', ({ domainCallsPerMinute }) => number(domainCallsPerMinute)),
    ],
  );
}

/** Number and kinds of channels, a column for each plan. */
function channelsTable(): string {
  const all = Object.values(plans);
  const names = ({ features }: Plan) =>
    features
      .filter(({ docs }) => docs !== undefined)
      .flatMap(({ text, settingsText }) => (settingsText === undefined ? [text] : [text, settingsText]));
  return table(
    ['Plan', ...all.map(({ name }) => name)],
    [
      ['In the list of features', ...all.map((plan) => names(plan).join(', '))],
      ['Named channels', ...all.map((plan) => `up to ${plan.channelLimit}`)],
      ...channelKinds.map((kind) => [
        channelKindNames[kind],
        ...all.map((plan) => (plan.channelKinds.includes(kind) ? 'yes' : 'no')),
      ]),
    ],
  );
}

/** A refused status is tried again where time may help. */
/** Where it differs, without a status and with one. */
function textsOf(code: ErrorCode): string {
  if (code === 'status_rejected') return errorText({ code, ...example });
  const texts = [null, 200].map((statusCode) => errorText({ code, ...example, statusCode }));
  return [...new Set(texts)].join(' Or: ');
}

function retried(errorCode: ErrorCode): string {
  if (errorCode === 'status_rejected') return '408, 425, 429 and 5xx';
  if (errorCode === 'email_refused') return '4yz';
  if (errorCode === 'protocol_error') return 'yes; with a status not `POST` and `PATCH`';
  return isRetriedError(errorCode) ? 'yes' : 'no';
}

const code = (text: string) => `\`${text}\``;

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
