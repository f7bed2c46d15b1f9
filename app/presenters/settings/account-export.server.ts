import { toApiChannel } from '#app/presenters/api/channels/channel.ts';
import { toApiKey } from '#app/presenters/api/api-key.ts';
import { responseShown, toApiExecution, toPhases, toRedirects } from '#app/presenters/api/execution.ts';
import { toApiEventDelivery } from '#app/presenters/api/event-subscription.ts';
import { toApiIncident } from '#app/presenters/api/incident.ts';
import { stringifyRaw } from '#app/presenters/api/raw-json.ts';
import { toApiSubscription } from '#app/presenters/api/subscription.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { toWireJob } from '#domain/job/job-wire.ts';
import { mailChoices } from '#server/account-mail/mail-choices.server.ts';
import type { AccountExport, ExportedJob } from '#server/accounts/export-account.server.ts';
import type { ExportedExecution } from '#server/accounts/exported-history.server.ts';
import type { ExportedSubscription } from '#server/accounts/exported-subscriptions.server.ts';

/** An account as one JSON document, streamed in pieces, with the field names of the API. */
export async function* writeAccount({
  facts,
  events,
  subscriptions,
  jobs,
  at,
}: AccountExport & { at: Date }): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(at)}`;
  for (const [name, value] of Object.entries(toFacts(facts))) yield `,\n"${name}": ${JSON.stringify(value)}`;
  yield ',\n"security_log": [';
  yield* lines(each(events));
  yield '\n],\n"event_subscriptions": [';
  yield* documents(mapped(subscriptions, toSubscription));
  yield '\n],\n"jobs": [';
  yield* documents(mapped(jobs, (job) => ({ facts: toJob(job), lists: listsOf(job) })));
  yield '\n]\n}\n';
}

interface LongDocument {
  facts: Record<string, unknown>;
  /** Long lists by name. */
  lists: Record<string, AsyncIterable<unknown>>;
}

/** Writes documents as the elements of a list; each stays open until its long lists are written. */
async function* documents(all: AsyncIterable<LongDocument>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { facts, lists } of all) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(facts).slice(0, -1)}`;
    for (const [name, list] of Object.entries(lists)) {
      yield `, "${name}": [`;
      yield* lines(list);
      yield '\n]';
    }
    yield '}';
    isFirst = false;
  }
}

async function* mapped<From, To>(all: AsyncIterable<From>, to: (one: From) => To): AsyncGenerator<To> {
  for await (const one of all) yield to(one);
}

/** Values as the elements of a list, each on a new line. */
async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const value of values) {
    yield `${isFirst ? '' : ','}\n${stringifyRaw(value)}`;
    isFirst = false;
  }
}

async function* each(events: AccountExport['events']): AsyncGenerator {
  for await (const page of events)
    for (const { at, type, code, message, path, ip, userAgent, count } of page)
      yield { at, type, code, message, path, ip_address: ip, user_agent: userAgent, count };
}

function toFacts({
  user,
  subscription,
  keys,
  secrets,
  signing,
  channel,
  channels,
  recipients,
  mails,
  sessions,
  browsers,
  keptJobIds,
  views,
  defaults,
}: AccountExport['facts']) {
  return {
    account: toAccount(user),
    ...toApiSubscription(subscription),
    jobs_kept_when_plan_ends: keptJobIds,
    api_keys: keys.map(toApiKey),
    secrets: secrets.map(({ name, createdAt, updatedAt }) => ({
      name,
      created_at: createdAt,
      updated_at: updatedAt,
    })),
    signing_secret: { is_made: signing.isMade, previous_signs_until: signing.previousUntil },
    default_notification: channel && {
      notification_type: channel.type,
      notification_config: channel.config,
    },
    notification_defaults: defaults,
    channels: channels.map(toApiChannel),
    ...toMails({ recipients, mails }),
    sessions: sessions.map(({ ip, userAgent, createdAt, lastSeenAt }) => ({
      ip_address: ip,
      user_agent: userAgent,
      signed_in_at: createdAt,
      last_seen_at: lastSeenAt,
    })),
    push_browsers: browsers.map(({ userAgent, createdAt }) => ({
      user_agent: userAgent,
      added_at: createdAt,
    })),
    saved_views: views.map(({ name, query, createdAt }) => ({ name, query, created_at: createdAt })),
  };
}

/** An event subscription without its URL, which may contain a credential. */
function toSubscription({ subscription, deliveries }: ExportedSubscription): LongDocument {
  const { id, host, types, disabledAt, createdAt } = subscription;
  return {
    facts: { id, host, types, enabled: disabledAt === null, created_at: createdAt },
    lists: { deliveries: mapped(deliveries, toApiEventDelivery) },
  };
}

function toAccount(user: AccountExport['facts']['user']) {
  return {
    id: user.id,
    email: user.email,
    email_verified: user.emailVerified,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    profile_image_url: user.profileImageUrl,
    role: user.role,
    subscription_tier: user.tier,
    timezone: user.timeZone,
    mail_choices: mailChoices(user),
    identity: { issuer: user.issuer, subject: user.subject },
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

function toMails({ recipients, mails }: Pick<AccountExport['facts'], 'recipients' | 'mails'>) {
  return {
    mail_recipients: recipients.map(({ address, confirmedAt, stoppedAt, createdAt }) => ({
      address,
      confirmed_at: confirmedAt,
      stopped_at: stoppedAt,
      created_at: createdAt,
    })),
    mails: mails.map(({ kind, state, enqueuedAt: enqueuedAt, endedAt }) => ({
      kind,
      state,
      enqueued_at: enqueuedAt,
      ended_at: endedAt,
    })),
  };
}

function toJob({ job, input, changes, days, notifications, watched }: ExportedJob) {
  return {
    id: job.id,
    ...toWireJob(input),
    version: job.desiredVersion,
    paused_until: job.pausedUntil,
    pause_reason: job.pauseReason,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    changes: changes.map(({ version, changedAt, changedById, summary }) => ({
      version,
      changed_at: changedAt,
      changed_by: changedById === null ? 'engine' : 'you',
      summary,
    })),
    days: days.map((day) => ({
      day: day.day.toISOString().slice(0, 10),
      success: day.success,
      failed: day.failed,
      superseded: day.superseded,
      skipped: day.skipped,
      missed: day.missed,
      unknown: day.unknown,
    })),
    notifications: notifications.map(toNotification),
    watched: watched && {
      value: watched.text,
      problem: watched.problem,
      changed_at: new Date(watched.changedAt).toISOString(),
    },
  };
}

const toNotification = ({
  channelId,
  errorCode,
  statusCode,
  enqueuedAt,
  endedAt,
  ...notification
}: ExportedExecution['notifications'][number]) => ({
  rule: notification.rule,
  channel: notification.channel,
  channel_id: channelId,
  destination: notification.destination,
  state: notification.state,
  error: errorCode,
  status_code: statusCode,
  response: notification.response,
  enqueued_at: enqueuedAt,
  ended_at: endedAt,
});

const listsOf = (job: ExportedJob) => ({
  incidents: mapped(job.incidents, toApiIncident),
  executions: executionsOf(job),
});

async function* executionsOf({ job, executions }: ExportedJob): AsyncGenerator {
  for await (const { row, attempts, notifications } of executions) {
    const {
      response: _,
      response_truncated: __,
      ...execution
    } = toApiExecution({ row, response: undefined, job });
    yield {
      ...execution,
      attempts: attempts.map(toAttempt),
      notifications: notifications.map(toNotification),
    };
  }
}

function toAttempt({ response, ...attempt }: ExportedExecution['attempts'][number]) {
  return {
    number: attempt.number,
    start_time: attempt.startedAt,
    end_time: attempt.endedAt,
    duration: attempt.durationMs,
    phases: toPhases(attempt),
    remote_address: attempt.remoteAddress,
    tls_protocol: attempt.tlsProtocol,
    connection_reused: attempt.isReused,
    status_code: attempt.statusCode,
    error_code: attempt.errorCode,
    retry_after_ms: attempt.retryAfterMs,
    signed: attempt.isSigned,
    redirects: toRedirects(attempt.hops),
    response: response && {
      headers: maskHeaders({ headers: response.headers, isRevealed: false }),
      body: responseShown({
        ...response,
        contentType: response.headers['content-type'] ?? null,
        isCut: response.isTruncated,
      }),
      bytes: response.bytes,
      truncated: response.isTruncated,
    },
  };
}
