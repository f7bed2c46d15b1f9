import type { z } from 'zod';
import { acceptedRanges } from './criterion.ts';
import { parseCron } from '#domain/schedule/cron.ts';
import { fieldTable } from './field-table.ts';
import { readHeaders } from './headers.ts';
import type { JobFields } from './job-fields.ts';
import { jsonErrorBesideVariables } from '#domain/text/json-error.ts';
import { targetError } from './job-target.ts';
import { missingUrlText, readNotificationConfig } from '#domain/notifications/notification.ts';
import { readNotifyRules, tooManyRulesText } from '#domain/notifications/notify-rules.ts';
import { authHeaderName, authTexts, readAuth } from './request-auth.ts';
import { readRetryDelays } from './retry-delays.ts';
import { cronOf } from '#domain/schedule/schedule-from-form.ts';
import { readWatchedPart } from './watched-part.ts';
import { longestTag, mostTags, readTags } from './tags.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { timeZoneError } from '#domain/schedule/timezone.ts';
import { utf8Length } from '#domain/text/utf8-length.ts';
import { secretOf, unknownVariable, variableNames } from '#domain/text/variables.ts';
import '#domain/zones/shipped-zones.ts';

export const largestPayload = 262_144;
/** The text of a mail (security.md section 2). */
export const largestText = 65_536;
type Refuse = (field: keyof JobFields, message: string, path?: (string | number)[]) => void;

/** Replaces a value of the wrong type, so the other fields are still checked. */
const stand = { name: 'x', webhookURL: 'https://example.com', timezone: 'UTC' };

/**
 * Rules across fields; each error names its field. They run together with the rules of single fields, so a form shows
 * all errors at once.
 */
export function checkJob(given: JobFields, context: z.RefinementCtx<JobFields>): void {
  const faulty = new Set(context.issues.map(({ path }) => path?.[0]));
  const sound = Object.entries(given).filter(([field]) => !faulty.has(field));
  const fields = { ...stand, ...Object.fromEntries(sound) } as JobFields;
  const refuse: Refuse = (field, message, path = []) => {
    if (!faulty.has(field)) context.addIssue({ code: 'custom', path: [field, ...path], message });
  };
  if (fields.name.trim() === '') refuse('name', 'Give the job a name.');
  const target = targetError({ text: fields.webhookURL, type: fields.type ?? null });
  if (target !== null) refuse('webhookURL', target);
  refuseVariables({ field: 'webhookURL', text: fields.webhookURL, refuse });
  checkSchedule(fields, refuse);
  checkRequest(fields, refuse);
  checkAuth(fields, refuse);
  checkJudgement(fields, refuse);
  checkWatch(fields, refuse);
  const delays = readRetryDelays(fields.retryDelays);
  if ('message' in delays) refuse('retryDelays', delays.message);
  checkRules(fields, refuse);
  const tags = readTags(fields.tags);
  if (tags.length > mostTags) refuse('tags', `There are ${tags.length} tags. A job can have ${mostTags}.`);
  if (tags.some((tag) => tag.length > longestTag)) refuse('tags', `A tag can have ${longestTag} characters.`);
  checkCharacters(fields, refuse);
}

function checkRules(fields: JobFields, refuse: Refuse): void {
  const { notifyRules, notificationType, notificationConfig } = fields;
  const read = readNotifyRules(notifyRules);
  for (const { path, message } of read.errors ?? []) refuse('notifyRules', message, path);
  const rules = read.errors ? 0 : (read.rules?.length ?? 0);
  const tooMany = tooManyRulesText({ rules, hasChannel: !!notificationType && !!notificationConfig?.trim() });
  if (tooMany !== null) refuse('notifyRules', tooMany);
}

function checkCharacters(fields: JobFields, refuse: Refuse): void {
  for (const { input, characters: kind } of Object.values(fieldTable)) {
    // The texts of an object are judged where it becomes headers.
    const given = input === 'tags' ? readTags(fields.tags).join() : fields[input];
    const error = kind && typeof given === 'string' ? characterError({ text: given, kind }) : null;
    if (error !== null) refuse(input, error);
  }
}

function checkSchedule(fields: JobFields, refuse: Refuse): void {
  const zoneError = timeZoneError(fields.timezone);
  if (zoneError !== null) refuse('timezone', zoneError);
  const cron = cronOf(fields);
  if (cron === null) return;
  const parsed = parseCron(cron);
  if (parsed.isValid) return;
  const isByField = fields.mode === 'manual' || fields.mode === 'builder';
  const field =
    fields.mode === 'every' ? 'timeInterval' : isByField && parsed.field ? parsed.field : 'cronExpression';
  refuse(field, field === 'timeInterval' ? 'Choose one of the intervals.' : parsed.message);
}

function checkRequest({ webhookURL, headers: given, payload, httpMethod }: JobFields, refuse: Refuse): void {
  const read = readHeaders(given);
  if ('message' in read) refuse('headers', read.message);
  const headers = 'message' in read ? null : read.headers;
  for (const text of Object.values(headers ?? {})) refuseVariables({ field: 'headers', text, refuse });
  if (payload === null || payload === undefined || payload === '') return;
  const bytes = utf8Length(payload);
  const isMail = /^mailto:/i.test(webhookURL);
  if (isMail && bytes > largestText) {
    refuse(
      'payload',
      `The text has ${bytes.toLocaleString('en-US')} bytes. A mail can have 65,536 (64 KiB).`,
    );
    return;
  }
  if (bytes > largestPayload) {
    refuse(
      'payload',
      `The payload has ${bytes.toLocaleString('en-US')} bytes. At most 262,144 (256 KiB) can be sent.`,
    );
    return;
  }
  if (httpMethod === 'HEAD')
    refuse('payload', 'A HEAD request carries no payload. Remove it or choose another method.');
  refuseVariables({ field: 'payload', text: payload, refuse });
  const contentType = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1];
  const error = contentType && /[/+]json\b/i.test(contentType) ? jsonErrorBesideVariables(payload) : null;
  if (contentType && error) {
    refuse(
      'payload',
      `The content type is ${contentType.slice(0, 60)}, but the payload is not JSON: line ${error.line}, column ${error.column}. ${error.message}`,
    );
  }
}

function checkAuth({ auth: given, headers }: JobFields, refuse: Refuse): void {
  const read = readAuth(given);
  if ('message' in read) refuse('auth', read.message);
  if ('message' in read || read.auth === null) return;
  for (const text of authTexts(read.auth)) refuseVariables({ field: 'auth', text, refuse });
  if (read.auth.type === 'oauth2') {
    const other = variableNames(authTexts(read.auth).join('\n')).find((one) => secretOf(one) === null);
    // One token serves many calls: nothing of it depends on the call.
    if (other !== undefined && !unknownVariable(`{{${other}}}`))
      refuse('auth', `{{${other}}} cannot be part of OAuth 2 fields. Only {{secret.NAME}} can.`);
  }
  const name = authHeaderName(read.auth);
  const own = readHeaders(headers);
  const names = 'message' in own ? [] : Object.keys(own.headers ?? {});
  if (names.some((one) => one.toLowerCase() === name.toLowerCase()))
    refuse('auth', `The headers also set ${name}. Remove it there, or set the authentication to none.`);
}

function checkWatch({ answerWatch, httpMethod }: JobFields, refuse: Refuse): void {
  const text = answerWatch?.trim();
  if (!text) return;
  const part = readWatchedPart(text);
  if ('message' in part) refuse('answerWatch', part.message);
  else if (httpMethod === 'HEAD')
    refuse('answerWatch', 'The response to a HEAD request has no body. Choose another method.');
}

function checkJudgement(fields: JobFields, refuse: Refuse): void {
  const {
    successCriterion,
    successRegex,
    acceptedStatuses,
    notificationConfig,
    notificationType,
    notifyFrequency,
    httpMethod,
  } = fields;
  if (successCriterion && successCriterion !== 'status_code' && !successRegex) {
    refuse('successRegex', 'Enter the pattern to look for in the response.');
  }
  if (httpMethod === 'HEAD' && successCriterion && successCriterion !== 'status_code') {
    refuse(
      'successCriterion',
      'The response to a HEAD request has no body to search. Choose the status code, or another method.',
    );
  }
  if (acceptedRanges(acceptedStatuses ?? null) === null) {
    refuse('acceptedStatuses', 'Write statuses and ranges, such as 200-204,302.');
  }
  if (notificationConfig?.trim() && readNotificationConfig(notificationConfig) === null) {
    refuse('notificationConfig', 'Enter a full URL, such as https://hooks.slack.com/services/T0/B0/x.');
  }
  const missing = missingUrlText({
    type: notificationType,
    config: notificationConfig,
    frequency: notifyFrequency,
  });
  if (missing !== null) refuse('notificationConfig', missing);
  if (notificationConfig?.trim() && !notificationType)
    refuse('notificationType', 'Choose slack or webhook for this URL.');
}

function refuseVariables({
  field,
  text,
  refuse,
}: {
  field: keyof JobFields;
  text: string;
  refuse: Refuse;
}): void {
  const name = unknownVariable(text);
  if (name !== null)
    refuse(
      field,
      `{{${name}}} is not a variable. Known are scheduled_for, now, execution_id, attempt, job_id, trigger, last_success_at and secret.NAME. Write {{{{ for two braces that are meant as such.`,
    );
}
