import { getZodConstraint } from '@conform-to/zod/v4';
import { eventWaitsMs } from '#domain/event-retries.ts';
import { eventDays } from '#domain/event-type.ts';
import { decisiveOpenings } from '#domain/incidents/incident.ts';
import { longestSnoozeDays } from '#domain/incidents/snooze.ts';
import { failingForMs, failuresInARow, goneInARow } from '#domain/job/auto-pause.ts';
import { newJob } from '#domain/job/field-table.ts';
import { largestHeaders, mostHeaders, ownHeaders } from '#domain/job/headers.ts';
import { jobFields } from '#domain/job/job-fields.ts';
import { largestPayload, largestText } from '#domain/job/job-rules.ts';
import { longestDelaySeconds, shortestDelaySeconds } from '#domain/job/retry-delays.ts';
import { retryDelayMs } from '#domain/job/retry.ts';
import { mostViews } from '#domain/job/saved-view.ts';
import { longestTag, mostTags } from '#domain/job/tags.ts';
import { laterCertificateDays } from '#domain/notifications/certificate-steps.ts';
import { longestShownValue } from '#domain/notifications/event-details.ts';
import { longestTemplate } from '#domain/notifications/template/read-template.ts';
import {
  freeDomainCallsPerMinute,
  moneyBackDays,
  mostEchoCallsPerMinute,
  type Plan,
  plans,
  trialDays,
  type Tier,
} from '#domain/plan.ts';
import { mostRedirects } from '#domain/redirect-ends.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import { sessionLifeMs } from '#server/accounts/sessions/create-session.server.ts';
import { productTokenSeconds } from '#server/accounts/sessions/product-token.server.ts';
import { sessionIdleMs } from '#server/accounts/sessions/read-session.server.ts';
import { overdueShownMs } from '#server/badges/read-badge.server.ts';
import { offersKeptYears } from '#server/billing/offer-use.server.ts';
import { mostInFlight as eventsInFlight } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { failingMs, outageMs } from '#server/event-subscriptions/record-event-delivery.server.ts';
import { eventTimeoutMs } from '#server/event-subscriptions/send-event.server.ts';
import { keptRows } from '#server/executions/history/prune-executions.server.ts';
import { catchUpMs } from '#server/executions/planning/classify-due-fires.server.ts';
import { lateLimitOf } from '#server/executions/planning/late-limit.server.ts';
import { keptHours } from '#server/idempotency/run-idempotent.server.ts';
import { keptVersions } from '#server/jobs/versions/prune-versions.server.ts';
import { linkMs } from '#server/mail/pending-question.server.ts';
import { mailsPerHour } from '#server/mail/reserve-mail-quota.server.ts';
import { waitsMs } from '#server/notifications/record-deliveries.server.ts';
import { mostToDestination } from '#server/notifications/channels/kinds/channel-sender.server.ts';
import { mostTemplateBytes } from '#server/notifications/channels/kinds/template-body.server.ts';
import { connectLimitMs } from '#server/outbound/network/connect-to-target.server.ts';
import { bufferLimitBytes } from '#server/outbound/network/exchange.server.ts';
import { headLimitBytes } from '#server/outbound/network/head-guard.server.ts';
import { unsaidTokenMs } from '#server/outbound/request/request-token.server.ts';
import { patternLimitMs } from '#server/outbound/response/match-pattern.server.ts';
import { searchedLimitBytes, storedLimitBytes } from '#server/outbound/response/read-response.server.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { mostBytes, mostSecrets } from '#server/secrets/set-secret.server.ts';
import { keptDays } from '#server/security-log/prune-events.server.ts';
import { bothSignMs } from '#server/signing/new-signing-secret.server.ts';
import { mostJobs } from '#server/transfer/too-much.server.ts';

const counted = (value: number, one: string, many = `${one}s`) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

const units = [
  { ms: dayMs, name: 'day' },
  { ms: hourMs, name: 'hour' },
  { ms: minuteMs, name: 'minute' },
  { ms: 1_000, name: 'second' },
];

/** In the largest unit it is a whole number of: 72 hours stay 72 hours. */
export function timeText(ms: number): string {
  const unit = units.find((one) => ms % one.ms === 0 && !(one.name === 'day' && ms < 7 * one.ms));
  return unit ? counted(ms / unit.ms, unit.name) : counted(ms, 'millisecond');
}

const bytesText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;

const field = getZodConstraint(jobFields);
const lengthOf = (name: keyof typeof jobFields.shape) => {
  const most = field[name]?.maxLength;
  if (most === undefined) throw new Error(`${name} has no length.`);
  return counted(most, 'character');
};
const rangeOf = (name: 'timeout' | 'retryCount', end: 'min' | 'max') => Number(field[name]?.[end]);

// The draw in the middle: what is planned, without the part left to chance.
const retryMs = (retry: number, errorCode = 'connect_failed', retryAfterMs: number | null = null) =>
  retryDelayMs({
    retry,
    errorCode,
    statusCode: retryAfterMs === null ? null : 429,
    retryAfterMs,
    random: 0.5,
  });
const listed = (parts: string[]) => `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const listedNames = (has: (plan: Plan) => boolean) =>
  Object.values(plans)
    .filter(has)
    .map(({ name }) => name)
    .join(', ');

function planValues(tier: Tier): Record<string, string> {
  const { priceUsd, jobLimit, retentionDays, callsInFlight, domainCallsPerMinute, idempotencyKeys } =
    plans[tier];
  return {
    [`plan.${tier}.price`]: `$${priceUsd}`,
    [`plan.${tier}.jobs`]: jobLimit === null ? 'any number of jobs' : counted(jobLimit, 'job'),
    [`plan.${tier}.retention`]: counted(retentionDays, 'day'),
    [`plan.${tier}.inFlight`]: callsInFlight.toLocaleString('en-US'),
    [`plan.${tier}.domainCalls`]: domainCallsPerMinute.toLocaleString('en-US'),
    [`plan.${tier}.keys`]: counted(idempotencyKeys, 'key'),
  };
}

/** Every number of the documentation, by its name in the texts. */
export const docsValues: Record<string, string> = {
  ...planValues('free'),
  ...planValues('premium'),
  ...planValues('ultimate'),
  'plan.trial': counted(trialDays, 'day'),
  'plan.moneyBack': counted(moneyBackDays, 'day'),
  'plan.offersKept': counted(offersKeptYears, 'year'),
  'plan.freeTogether': freeDomainCallsPerMinute.toLocaleString('en-US'),
  'plan.echo': mostEchoCallsPerMinute.toLocaleString('en-US'),
  'plan.withApi': listed(
    Object.values(plans)
      .filter(({ hasApiAccess }) => hasApiAccess)
      .map(({ name }) => name),
  ),
  'job.name': lengthOf('name'),
  'job.description': lengthOf('description'),
  'job.url': lengthOf('webhookURL'),
  'job.pattern': lengthOf('successRegex'),
  'job.externalId': lengthOf('externalId'),
  'job.payload': bytesText(largestPayload),
  'job.mail': bytesText(largestText),
  'headers.own': listed(ownHeaders.map((name) => `\`${name}\``)),
  'job.headers': counted(mostHeaders, 'header'),
  'job.headersSize': bytesText(largestHeaders),
  'job.tags': counted(mostTags, 'tag'),
  'job.tag': counted(longestTag, 'character'),
  'job.timeoutMin': counted(rangeOf('timeout', 'min'), 'second'),
  'job.timeoutMax': counted(rangeOf('timeout', 'max'), 'second'),
  'job.timeoutDefault': counted(jobFields.shape.timeout.parse(undefined), 'second'),
  'job.retriesMax': String(rangeOf('retryCount', 'max')),
  'job.retriesDefault': String(jobFields.shape.retryCount.parse(undefined)),
  'job.versions': counted(keptVersions, 'version'),
  'retry.first': listed([1, 2, 3, 4, 5].map((retry) => timeText(retryMs(retry)))),
  'retry.longest': timeText(retryMs(rangeOf('retryCount', 'max'))),
  'retry.patient': timeText(retryMs(1, 'timeout')),
  'retry.askedMost': timeText(retryMs(1, 'status_rejected', dayMs)),
  'retry.ownLeast': timeText(shortestDelaySeconds * 1_000),
  'retry.ownMost': timeText(longestDelaySeconds * 1_000),
  'catchUp.reach': timeText(catchUpMs),
  'late.limit': timeText(lateLimitOf()),
  'pause.gone': String(goneInARow),
  'token.life': timeText(productTokenSeconds * 1_000),
  'pause.failures': String(failuresInARow),
  'pause.time': timeText(failingForMs),
  'answer.stored': bytesText(storedLimitBytes),
  'answer.read': bytesText(bufferLimitBytes),
  'answer.headers': bytesText(headLimitBytes),
  'answer.pattern': timeText(patternLimitMs),
  'call.redirects': String(mostRedirects),
  'call.connect': timeText(connectLimitMs),
  'token.unsaid': timeText(unsaidTokenMs),
  'history.kept': String(keptRows),
  'note.waits': listed(waitsMs.map(timeText)),
  'watch.days': String(newJob.certificateDays),
  'watch.again': listed(laterCertificateDays.toReversed().map((days) => counted(days, 'day'))),
  'watch.read': bytesText(searchedLimitBytes),
  'watch.shown': counted(longestShownValue, 'character'),
  'template.most': counted(longestTemplate, 'character'),
  'template.sent': `${mostTemplateBytes / 1_000} kB`,
  'template.plans': listedNames(({ hasTemplates }) => hasTemplates),
  'note.pace': String(mostToDestination),
  'incident.snooze': timeText(longestSnoozeDays * dayMs),
  'incident.openings': String(decisiveOpenings),
  'mail.perHour': String(mailsPerHour),
  'mail.link': timeText(linkMs),
  'signing.both': timeText(bothSignMs),
  'events.plans': listedNames(({ eventSubscriptions }) => eventSubscriptions > 0),
  'events.count': String(Math.max(...Object.values(plans).map(({ eventSubscriptions: most }) => most))),
  'events.timeout': timeText(eventTimeoutMs),
  'events.waits': listed(eventWaitsMs.map(timeText)),
  'events.failing': timeText(failingMs),
  'events.outage': timeText(outageMs),
  'events.inFlight': String(eventsInFlight),
  'events.kept': counted(eventDays, 'day'),
  'badge.late': timeText(overdueShownMs),
  'session.life': timeText(sessionLifeMs),
  'session.idle': timeText(sessionIdleMs),
  'log.kept': counted(keptDays, 'day'),
  'secret.count': counted(mostSecrets, 'secret'),
  'view.count': counted(mostViews, 'view'),
  'secret.size': bytesText(mostBytes),
  'import.jobs': counted(mostJobs, 'job'),
  'repeat.kept': counted(keptHours, 'hour'),
  'rate.reads': String(limits.read.points),
  'rate.writes': String(limits.write.points),
  'rate.premium': String(limits.key_premium.points),
  'rate.ultimate': String(limits.key_ultimate.points),
  'rate.runNow': String(limits.run_now.points),
  'rate.replays': String(limits.replay_many.points),
  'rate.editedReplays': String(limits.edited_replay.points),
  'rate.testRun': String(limits.test_run.points),
  'rate.export': String(limits.export.points),
  'rate.exportHistory': String(limits.export_history.points),
  'rate.import': String(limits.import.points),
};
