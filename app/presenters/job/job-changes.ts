import { wallTime } from '#app/format/time-format.ts';
import { fieldColumns, fieldTable, type JobColumn, type JobInput } from '#domain/job/field-table.ts';
import { authText, changedAuthFields } from '#domain/job/request-auth.ts';
import { delayText } from '#domain/job/retry-delays.ts';
import { rulesText } from '#domain/notifications/notify-rules.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import type { ListedVersion } from '#server/jobs/reads/list-versions.server.ts';
import type { SkipChange } from '#server/jobs/skips/list-skip-changes.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { readZoneChange } from '#server/zones/zone-change-summary.ts';
import { criterionText } from './job-detail.ts';

/** One change of a job as its page lists it. Instants are UTC milliseconds. */
export interface ChangeLine {
  /** Null where the job itself stayed as it was: a fire was skipped. */
  version: number | null;
  at: number;
  by: 'You' | 'Punctual';
  /** Changes of the fields, in words; never the value of a secret. */
  texts: string[];
  /** It differs from the current job in more than its status. */
  canRestore: boolean;
}

/**
 * Versions of a job with their changes, and skips and their removals: newest first.
 * @param timeZone of the job, for naming fires
 */
export function toChanges({
  versions,
  skips,
  timeZone,
  count,
}: {
  versions: ListedVersion[];
  skips: SkipChange[];
  timeZone: string;
  count: number;
}): ChangeLine[] {
  const [newest] = versions;
  const saved = versions
    .slice(0, count)
    .map(({ version, changedAt, changedById, summary, snapshot }, index) => {
      const newRules = zoneChangeText({ summary, timeZone: snapshot.timeZone });
      const before = versions[index + 1]?.snapshot;
      const isFirst = version === 1;
      return {
        version,
        at: changedAt.getTime(),
        by: changedById === null ? ('Punctual' as const) : ('You' as const),
        texts: newRules
          ? [newRules]
          : before
            ? changeTexts({ before, after: snapshot })
            : [isFirst ? 'Created' : 'Changed'],
        canRestore: newest !== undefined && !hasSameContent(snapshot, newest.snapshot),
      };
    });
  const single = skips.map(({ scheduledFor, isSkipped, changedAt }) => {
    const { date, hour } = wallTime({ at: scheduledFor.getTime(), timeZone });
    const fire = `Run of ${date} ${hour}, ${timeZone}`;
    return {
      version: null,
      at: changedAt.getTime(),
      by: 'You' as const,
      texts: [isSkipped ? `${fire} skipped` : `${fire} no longer skipped`],
      canRestore: false,
    };
  });
  return [...saved, ...single].sort((one, other) => other.at - one.at).slice(0, count);
}

/** Text of a version written after a change of zone data; null for any other. */
function zoneChangeText({ summary, timeZone }: { summary: string; timeZone: string }): string | null {
  const change = readZoneChange(summary);
  if (change === null) return null;
  const versions = change.before === null ? change.after : `${change.before} → ${change.after}`;
  return `Time zone rules of ${timeZone} changed (${versions})`;
}

const states = new Set<string>(['status', 'pausedUntil', 'pauseReason']);

function hasSameContent(one: JobSnapshot, other: JobSnapshot): boolean {
  return (Object.keys(other) as Field[]).every(
    (field) => states.has(field) || isSame(one[field], other[field]),
  );
}

// A payload can be long: only lists and headers are compared as text.
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

type Field = keyof JobSnapshot;
type Pair = { before: JobSnapshot; after: JobSnapshot };

/** Changes from one version to the next, a short phrase each. */
export function changeTexts(pair: Pair): string[] {
  const { before, after } = pair;
  const isChanged = (field: Field) => !isSame(before[field], after[field]);
  const texts = shownColumns
    .filter((column) => [column, ...(shownWith[column] ?? [])].some(isChanged))
    .map((column) => (phrases[column] ?? plainPhrase(column))(pair));
  return texts.length > 0 ? texts : ['Saved again'];
}

type Phrase = (pair: Pair) => string;

const fromTo =
  (label: string, of: (job: JobSnapshot) => string): Phrase =>
  ({ before, after }) =>
    `${label} ${of(before)} to ${of(after)}`;

/** For values that can be long or secret. */
const presence =
  (label: string, column: JobColumn): Phrase =>
  ({ before, after }) =>
    `${label} ${before[column] ? (after[column] ? 'changed' : 'removed') : 'added'}`;

/** Fields with a phrase of their own, in the order of the list; others follow, named by their label. */
const phrases: Partial<Record<JobColumn, Phrase>> = {
  status: statusText,
  name: ({ before, after }) => `Renamed from “${cut(before.name)}” to “${cut(after.name)}”`,
  description: presence('Description', 'description'),
  cronExpression: fromTo('Schedule', ({ cronExpression }) => `“${describeCron(cronExpression)}”`),
  timeZone: fromTo('Time zone', ({ timeZone }) => timeZone),
  webhookUrl: fromTo('URL', ({ webhookUrl }) => cut(webhookUrl.split('?')[0] ?? '')),
  httpMethod: fromTo('Method', ({ httpMethod }) => httpMethod),
  headers: headersText,
  auth: authChange,
  payload: presence('Payload', 'payload'),
  timeoutSeconds: fromTo('Timeout', ({ timeoutSeconds }) => `${timeoutSeconds}s`),
  retryCount: fromTo('Retries', ({ retryCount }) => String(retryCount)),
  retryDelays: fromTo('Retry delays', delaysOf),
  // Said also where an email job does not use it: something was changed.
  successCriterion: fromTo('Criterion', (job) => `“${criterionText({ ...job, type: 'webhook' })}”`),
  successRegex: presence('Pattern', 'successRegex'),
  notifyFrequency: fromTo('Notifications', ({ notifyFrequency }) => notifyFrequency.replace('_', ' ')),
  notificationType: fromTo('Channel', ({ notificationType }) => notificationType ?? 'none'),
  notificationConfig: presence('Notification URL', 'notificationConfig'),
  notifyRules: fromTo('Further channels', ({ notifyRules }) => rulesText(notifyRules ?? null)),
  lateAfter: fromTo('Late after', ({ lateAfter }) => secondsOf(lateAfter)),
  tooLongAfter: fromTo('Too long after', ({ tooLongAfter }) => secondsOf(tooLongAfter)),
  certificateDays: fromTo('Certificate', ({ certificateDays: days }) =>
    days === 0 ? 'off' : `${days} days`,
  ),
  answerWatch: fromTo('Watched response', ({ answerWatch }) =>
    answerWatch === null ? 'off' : cut(answerWatch),
  ),
  tags: fromTo('Tags', ({ tags }) => tags.join(', ') || 'none'),
  externalId: presence('External id', 'externalId'),
  overlap: fromTo('Overlap', ({ overlap }) => overlap),
  catchUp: fromTo('Catch-up', ({ catchUp }) => catchUp),
  isSigned: ({ after }) => `Signing ${after.isSigned ? 'on' : 'off'}`,
  followRedirects: ({ after }) => `Redirects ${after.followRedirects ? '' : 'not '}followed`,
  type: fromTo('Type', ({ type }) => type),
};

/** Fields that share the phrase of another. */
const shownWith: Partial<Record<JobColumn, Field[]>> = {
  status: ['pausedUntil'],
  successCriterion: ['acceptedStatuses'],
};
const shownColumns = [...new Set([...(Object.keys(phrases) as JobColumn[]), ...fieldColumns])].filter(
  (column) => !Object.values(shownWith).flat().includes(column),
);

function plainPhrase(column: JobColumn): Phrase {
  const { label, default: absent, characters, isSealed } = fieldTable[column];
  if (typeof absent === 'boolean') return ({ after }) => `${label} ${after[column] ? 'on' : 'off'}`;
  if (characters || isSealed) return presence(label, column);
  return fromTo(label, (job) => valueText(job[column]) || 'none');
}

/** A value without words of its own, unchanged; empty for none. */
export function valueText(value: JobInput[JobColumn]): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const secondsOf = (seconds: number | null) => (seconds === null ? 'off' : `${seconds}s`);

function statusText({ before, after }: Pair): string {
  if (after.status === 'active') return before.status === 'inactive' ? 'Activated' : 'Resumed';
  if (after.status === 'inactive') return 'Made a draft';
  if (after.pausedUntil === null) return after.pauseReason ? `Paused: ${after.pauseReason}` : 'Paused';
  const { date, hour } = wallTime({ at: Date.parse(after.pausedUntil), timeZone: after.timeZone });
  return `Paused until ${date} ${hour}, ${after.timeZone}`;
}

/** "default", "30s each time", "10s doubled each time", "10s, 1m"; "exact" where there is no jitter. */
export function delaysOf({ retryDelays: delays }: Pick<JobSnapshot, 'retryDelays'>): string {
  if (delays === null) return 'default';
  const waits = [delays.seconds].flat().map(delayText).join(', ');
  const words = { fixed: ' each time', exponential: ' doubled each time', list: '' }[delays.kind];
  return `${waits}${words}${delays.jitter ? '' : ', exact'}`;
}

/** The kind alone: of the same kind its credentials changed, of OAuth 2 the fields that did. */
function authChange({ before, after }: Pair): string {
  if (before.auth?.type === 'oauth2' && after.auth?.type === 'oauth2')
    return `OAuth 2: ${changedAuthFields({ before: before.auth, after: after.auth }).join(', ')} changed`;
  const [old, now] = [authText(before.auth), authText(after.auth)];
  return old === now ? `Credentials changed (${now})` : `Authentication “${cut(old)}” to “${cut(now)}”`;
}

function headersText({ before, after }: Pair): string {
  const [old, now] = [before.headers ?? {}, after.headers ?? {}];
  const added = Object.keys(now).filter((name) => !(name in old));
  const removed = Object.keys(old).filter((name) => !(name in now));
  const changed = Object.keys(now).filter((name) => name in old && old[name] !== now[name]);
  const parts = [
    ...added.map((name) => `${name} added`),
    ...removed.map((name) => `${name} removed`),
    ...changed.map((name) => `${name} changed`),
  ];
  return parts.length > 0 ? `Headers: ${parts.slice(0, 5).join(', ')}` : 'Headers in another order';
}

const longest = 60;

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
