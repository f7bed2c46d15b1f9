import { codeTokens, languageOf, type CodeLanguage } from '#app/format/code-tokens.ts';
import { violationsOf } from '#app/http/csp-report.server.ts';
import { responseOf } from '#app/presenters/api/execution.ts';
import { badgeSvg } from '#app/presenters/badge-svg.ts';
import { toCsvCell } from '#app/presenters/csv-cell.ts';
import { pasteIntoForm } from '#app/presenters/job-form/paste-into-form.ts';
import { jsonToRows, notificationChoices, readJobForm } from '#app/presenters/job-form/read-job-form.ts';
import { toRuleRows } from '#app/presenters/job-form/rule-rows.ts';
import { browserName } from '#app/presenters/settings/browser-name.ts';
import { channelForms } from '#domain/notifications/channel-fields.ts';
import { type ChannelConfig, channelKinds } from '#domain/notifications/channel-kinds.ts';
import { withSavedSettings } from '#domain/notifications/channel-settings.ts';
import { readChannelConfig } from '#domain/notifications/read-channel-config.ts';
import { readTemplate, templateFormats } from '#domain/notifications/template/read-template.ts';
import { renderTemplate } from '#domain/notifications/template/render-template.ts';
import { exampleValues } from '#domain/notifications/template/template-variables.ts';
import { errorCodesWith } from '#domain/execution.ts';
import { acceptedRanges } from '#domain/job/criterion.ts';
import { readHeaders } from '#domain/job/headers.ts';
import { readMailTarget, targetError } from '#domain/job/job-target.ts';
import { readWireJob, snakeOf } from '#domain/job/job-wire.ts';
import { readTags } from '#domain/job/tags.ts';
import { longestWatch, readWatchedPart, valueAtPath } from '#domain/job/watched-part.ts';
import { readNotificationConfig } from '#domain/notifications/notification.ts';
import { readNotifyRules } from '#domain/notifications/notify-rules.ts';
import { kindOfUrl, providerUrlError } from '#domain/notifications/provider-urls.ts';
import { readQuietHours } from '#domain/notifications/quiet-hours.ts';
import { checkTargetUrl } from '#domain/outbound-url.ts';
import { base64 } from '#domain/paste/base64.ts';
import { readCrontab } from '#domain/paste/crontab/crontab.ts';
import { curlArguments } from '#domain/paste/curl/curl-options.ts';
import { readCurl } from '#domain/paste/curl/curl.ts';
import { readFetch } from '#domain/paste/js/fetch.ts';
import { jsCode } from '#domain/paste/js/js-code.ts';
import { readArguments } from '#domain/paste/js/js-literal.ts';
import { jsState } from '#domain/paste/js/js-state.ts';
import { readPaste } from '#domain/paste/read-paste.ts';
import { shellCalls, shellCommands } from '#domain/paste/shell/shell-commands.ts';
import { shellWords } from '#domain/paste/shell/shell-words.ts';
import { wgetArguments } from '#domain/paste/wget-options.ts';
import { redirectTarget } from '#domain/redirect-target.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { cronHints } from '#domain/schedule/cron-hints.ts';
import { parseCron } from '#domain/schedule/cron.ts';
import { scheduleFromForm } from '#domain/schedule/schedule-from-form.ts';
import { isTimeZone } from '#domain/schedule/timezone.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import { isNestedDeeper } from '#domain/text/json-depth.ts';
import { jsonError, jsonErrorBesideVariables } from '#domain/text/json-error.ts';
import { render, type Placing } from '#domain/text/rendering.ts';
import { curlCommand } from '#domain/text/shell-command.ts';
import { utf8Length } from '#domain/text/utf8-length.ts';
import { piecesOf, unknownVariable, withoutVariables } from '#domain/text/variables.ts';
import { toWellFormed } from '#domain/text/well-formed.ts';
import { escapeLike } from '#server/database/escape-like.server.ts';
import { readEnv } from '#server/env.server.ts';
import { allowedFields } from '#server/log-line.server.ts';
import { renderEmail } from '#server/mail/email-template.server.ts';
import { oneLine } from '#server/mail/job-message.server.ts';
import { mailboxOf, normalAddress } from '#server/mail/mail-address.server.ts';
import { pushWords } from '#server/notifications/channels/push-notification.server.ts';
import { discordBody } from '#server/notifications/channels/kinds/discord.server.ts';
import { googleChatBody } from '#server/notifications/channels/kinds/google-chat.server.ts';
import { ntfyBody } from '#server/notifications/channels/kinds/ntfy.server.ts';
import { pagerDutyBody } from '#server/notifications/channels/kinds/pagerduty.server.ts';
import { escapeSlack, slackBody } from '#server/notifications/channels/kinds/slack.server.ts';
import { teamsBody } from '#server/notifications/channels/kinds/teams.server.ts';
import { telegramBody } from '#server/notifications/channels/kinds/telegram.server.ts';
import { webhookBody } from '#server/notifications/channels/kinds/webhook.server.ts';
import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { readHead } from '#server/outbound/response/read-head.server.ts';
import { loggedPath } from '#server/security-log/logged-path.server.ts';

/** A notification with the text as its names and verdict. */
const hintOf = (text: string): Message => ({
  ...{ type: 'job.failed', id: 'note_1', at: new Date(0), title: text, lines: [text, text] },
  ...{ link: { label: text, url: 'https://punctual.example/dashboard' }, data: { text } },
  ...{ severity: 'error', incidentKey: 'punctual.example/jobs/1', isResolved: false },
});

const savedNtfy: ChannelConfig = {
  ...{ kind: 'ntfy', server: 'https://ntfy.example', topic: 'a', accessToken: 'tk_12345678' },
};

/** The value at a path that the start of a text is, in the text itself and in JSON that has the path. */
function watchedValue(text: string) {
  const part = readWatchedPart(text.slice(0, longestWatch));
  const path = 'path' in part ? part.path : ['a', 0];
  const nested = path.reduceRight<unknown>(
    (value, name) => (typeof name === 'number' ? [value] : { [name]: value }),
    text,
  );
  return [valueAtPath({ text, path }), valueAtPath({ text: JSON.stringify([nested]), path: [0, ...path] })];
}

/** Every parser of foreign text in the product, by name. None may throw, and none may take quadratic time. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readPaste,
  readCurl,
  readFetch,
  readCrontab,
  shellWords: (text) => {
    const split = shellWords(text);
    return 'reason' in split ? split : shellCommands(split.tokens);
  },
  shellCalls: (text) => shellCalls({ source: text }),
  curlArguments: (text) => curlArguments(text.split(' ')),
  curlCluster: (text) => curlArguments([`-${text}`, text]),
  wgetArguments: (text) => wgetArguments(text.split(' ')),
  readArguments: (text) => readArguments({ state: jsState(jsCode(text)), at: 0 }),
  base64,
  parseCron,
  describeCron,
  cronHints: cronHints,
  scheduleFromForm: (text) => scheduleFromForm({ mode: 'manual', minute: text, month: text }),
  isTimeZone,
  checkTargetUrl,
  targetError: (text) => targetError({ text, type: null }),
  readMailTarget,
  redirectTarget: (text) => redirectTarget({ statusCode: 302, location: text, base: 'https://x.y/a' }),
  redirectBase: (text) => redirectTarget({ statusCode: 302, location: '/b', base: text }),
  readNotificationConfig,
  acceptedRanges,
  readHeaders,
  readTags,
  snakeOf,
  readWireJob: (text) => readWireJob({ [text]: text }),
  jsonError: jsonError,
  jsonErrorBesideVariables: jsonErrorBesideVariables,
  indentJson,
  isNestedDeeper: (text) => isNestedDeeper({ json: text, than: 1_000_000 }),
  piecesOf,
  unknownVariable,
  withoutVariables,
  ...Object.fromEntries(
    (['plain', 'url', 'json', 'form', 'xml'] as const satisfies Placing[]).map((placing) => [
      `render ${placing}`,
      (text: string) => render({ text, values: { now: 'x', 'secret.A': '"' }, placing, most: 10_000_000 }),
    ]),
  ),
  ...Object.fromEntries(
    templateFormats.flatMap((format): [string, (text: string) => unknown][] => [
      [`readTemplate ${format}`, (text: string) => readTemplate({ format, body: text })],
      [
        `renderTemplate ${format}`,
        (text: string) =>
          renderTemplate({ template: { format, body: text }, values: exampleValues, most: 10_000_000 }),
      ],
    ]),
  ),
  curlCommand: (text) => curlCommand({ method: 'POST', url: text, headers: { a: text }, payload: text }),
  errorCodesWith: errorCodesWith,
  utf8Length,
  toWellFormed,
  ...Object.fromEntries(
    (['json', 'headers', 'shell', 'program', 'text'] as const satisfies CodeLanguage[]).map((language) => [
      `codeTokens ${language}`,
      (text: string) => codeTokens({ code: text, language }),
    ]),
  ),
  languageOf,
  toCsvCell,
  pasteIntoForm: (text) => pasteIntoForm({ form: new FormData(), text }),
  readJobForm: (text) => {
    const form = new FormData();
    for (const name of ['webhookURL', 'notificationConfig', 'notifyAfter', 'headers', 'mode', 'retryDelays'])
      form.set(name, text);
    form.set('type', 'email');
    form.set('headersAs', 'rows');
    form.set('retryKind', 'list');
    form.append('headerName', text);
    form.append('headerValue', text);
    return readJobForm(form);
  },
  jsonToRows,
  notificationChoices,
  browserName,
  responseOf: (text) =>
    JSON.stringify(
      responseOf({
        body: text,
        contentType: 'application/json',
        isCut: false,
        isBinary: false,
        sha256: null,
      }),
    ),
  escapeLike,
  escapeSlack,
  slackBody: (text) => slackBody(hintOf(text)),
  webhookBody: (text) => webhookBody(hintOf(text)),
  discordBody: (text) => discordBody(hintOf(text)),
  teamsBody: (text) => teamsBody(hintOf(text)),
  googleChatBody: (text) => googleChatBody(hintOf(text)),
  telegramBody: (text) => telegramBody({ message: hintOf(text), chatId: '-1' }),
  ntfyBody: (text) => ntfyBody({ message: hintOf(text), topic: 'a' }),
  pagerDutyBody: (text) => pagerDutyBody({ message: hintOf(text), routingKey: 'a' }),
  readChannelConfig: (text) =>
    channelKinds.map((kind) =>
      readChannelConfig({
        kind,
        input: Object.fromEntries(channelForms[kind].fields.map(({ name }) => [name, text])),
      }),
    ),
  savedSettings: (text) =>
    withSavedSettings({ kind: 'ntfy', input: { server: text, accessToken: text }, saved: savedNtfy }),
  kindOfUrl: (text) => [kindOfUrl(text), kindOfUrl(`https://discord.com${text}`)],
  providerUrlError: (text) =>
    (['slack', 'discord', 'teams', 'google_chat'] as const).map((kind) => [
      providerUrlError({ kind, url: text, hosts: { slack: [text], any: [text] } }),
      providerUrlError({ kind, url: `https://a.logic.azure.com/${text}`, hosts: { slack: [], any: [] } }),
    ]),
  slackHosts: (text) =>
    readEnv({ DATABASE_URL: 'postgres://127.0.0.1/punctual', SLACK_HOSTS: text }).SLACK_HOSTS,
  readQuietHours: (text) =>
    readQuietHours({ weekdays: text.split(','), from: text, until: text, timeZone: text }),
  readWatchedPart,
  jsonPath: (text) => readWatchedPart(`$${text}`),
  watchedValue,
  readNotifyRules: (text) => [
    readNotifyRules(text),
    readNotifyRules([{ channel: text, events: [text], after: text, [text]: text }]),
  ],
  toRuleRows,
  pushWords: (text) => pushWords(hintOf(text)),
  renderEmail: (text) => renderEmail({ ...hintOf(text), why: text, change: null }),
  cutJsonBytes: (text) => cutJsonBytes({ text, most: text.length }),
  mailboxOf,
  normalAddress,
  oneLine,
  loggedPath,
  violationsOf,
  badgeSvg: (text) => badgeSvg({ name: text, state: 'failed' }),
  readHead,
  responseHead: (text) => readHead(`HTTP/1.1 200 OK\r\na: ${text}`),
  logLine: (text) => allowedFields({ reason: text, path: text }),
};
