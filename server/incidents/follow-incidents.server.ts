import { flappingMs, isHeldBack, startsFlapping } from '#domain/incidents/incident.ts';
import type { NotificationRule } from '#domain/notifications/notification.ts';
import type { Client } from '#server/database/transaction.server.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import {
  closeIncidents,
  insertIncidents,
  type LatestIncident,
  latestIncidents,
  type NewIncident,
} from './incident-rows.server.ts';
import type { ClosedIncident, OpenedIncident } from './types.ts';

/** A notification that was decided, of any shape. */
interface Decided {
  fact: CompletionEvent;
  rule: NotificationRule;
  incidentId?: number | null | undefined;
}

export interface FollowedIncidents<Notification> {
  /** Those to send, each with its incident. */
  notifications: Notification[];
  openedIncidents: OpenedIncident[];
  closedIncidents: ClosedIncident[];
  /** Jobs that are flapping now. */
  flappingJobs: Set<number>;
}

const alertRules: NotificationRule[] = ['failure', 'reminder', 'always'];

const isFailure = ({ kind, outcome }: CompletionEvent) =>
  kind === 'ended' && (outcome === 'failed' || outcome === 'superseded' || outcome === 'unknown');
const isPause = ({ kind }: CompletionEvent) => kind === 'auto_pause' || kind === 'auto_pause_warning';
const isRecovery = ({ kind, outcome, previousStreak }: CompletionEvent) =>
  kind === 'ended' && outcome === 'success' && previousStreak > 0;
/** Something that neither opens nor ends an incident, but that a snooze holds back. */
const isBeside = ({ kind, outcome }: CompletionEvent) => kind !== 'ended' || outcome === 'missed';

/**
 * Opens and closes the incidents of completed executions (D53), in the transaction that enqueues their notifications,
 * and withholds those that an incident holds back. A batch costs no statement if it ends no streak and if nothing but
 * successes is notified.
 *
 * @param facts those of one job in order of completion
 * @param notifications decided for these facts
 * @param heldMails failures whose email the daily limit holds back: they open an incident as well
 */
export async function followIncidents<Notification extends Decided>({
  client,
  facts,
  notifications,
  heldMails = [],
}: {
  client: Pick<Client, 'query'>;
  facts: CompletionEvent[];
  notifications: Notification[];
  heldMails?: CompletionEvent[];
}): Promise<FollowedIncidents<Notification>> {
  const decided = groupByFact(notifications);
  const alerts = new Set(heldMails);
  for (const { fact, rule } of notifications)
    if (isFailure(fact) && alertRules.includes(rule)) alerts.add(fact);
  const paused = new Set(facts.filter(({ kind }) => kind === 'auto_pause').map(({ jobId }) => jobId));
  const jobs = new Map<number, number>();
  for (const fact of facts)
    if (alerts.has(fact) || isRecovery(fact) || (isBeside(fact) && decided.has(fact)))
      jobs.set(fact.jobId, fact.now);
  if (jobs.size === 0)
    return { notifications, openedIncidents: [], closedIncidents: [], flappingJobs: new Set() };

  const known = await latestIncidents({ client, jobs });
  const walks = new Map<number, Walk>();
  const kept: Kept<Notification>[] = [];
  for (const fact of facts) {
    const { jobId } = fact;
    const walk = walks.get(jobId) ?? startWalk(known.get(jobId));
    walks.set(jobId, walk);
    const own = decided.get(fact) ?? [];
    // A job that this transaction paused has no open incident: its last failure opens none.
    const opens = alerts.has(fact) && walk.current?.isOpen !== true && !paused.has(jobId);
    kept.push(...(opens ? open({ walk, fact, own }) : pass({ walk, fact, own })));
    if (isRecovery(fact)) close({ walk, fact });
  }
  const flappingJobs = new Set([...walks].flatMap(([jobId, { isFlapping }]) => (isFlapping ? [jobId] : [])));
  return { ...(await write({ client, walks: [...walks.values()], kept })), flappingJobs };
}

/** The newest incident of a job while its facts are followed; without an id if this batch opens it. */
interface Current {
  id: number | null;
  isOpen: boolean;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
}

/** The incidents of one job while its facts are followed. */
interface Walk {
  current: Current | null;
  /** Instants of the last openings. */
  openings: number[];
  isFlapping: boolean;
  opened: { current: Current; row: NewIncident }[];
  /** An incident of an earlier batch that this one closes. */
  closing: { id: number; at: number; failures: number } | null;
}

interface Kept<Notification> {
  notification: Notification;
  incident: Current | null;
}

function groupByFact<Notification extends Decided>(
  notifications: Notification[],
): Map<CompletionEvent, Notification[]> {
  const groups = new Map<CompletionEvent, Notification[]>();
  for (const notification of notifications) {
    const group = groups.get(notification.fact);
    if (group) group.push(notification);
    else groups.set(notification.fact, [notification]);
  }
  return groups;
}

function startWalk(latest: LatestIncident | undefined): Walk {
  return {
    current: latest ? { ...latest } : null,
    openings: latest?.openings ?? [],
    // Until its end was notified: a task does so within a minute of it.
    isFlapping: latest !== undefined && latest.flappingUntil !== null,
    opened: [],
    closing: null,
  };
}

/** Opens an incident: its first notifications pass, unless its job is flapping; when that begins they say so. */
function open<Notification extends Decided>({
  walk,
  fact,
  own,
}: {
  walk: Walk;
  fact: CompletionEvent;
  own: Notification[];
}): Kept<Notification>[] {
  const { now, jobId, executionId, streak, streakStartedAt } = fact;
  if (executionId === null) throw new Error('A failure without an execution cannot open an incident.');
  const wasFlapping = walk.isFlapping;
  walk.isFlapping ||= startsFlapping({ earlier: walk.openings, now });
  walk.openings = [now, ...walk.openings];
  const current: Current = { id: null, isOpen: true, acknowledgedAt: null, snoozedUntil: null };
  walk.current = current;
  for (const { row } of walk.opened) row.flappingUntil = null;
  const row: NewIncident = {
    ...{ jobId, executionId, openedAt: now, startedAt: streakStartedAt ?? now, failures: streak },
    ...{ isFlapping: walk.isFlapping, flappingUntil: walk.isFlapping ? now + flappingMs : null },
    closedAt: null,
  };
  walk.opened.push({ current, row });
  if (!walk.isFlapping) return own.map((notification) => ({ notification, incident: current }));
  return own.flatMap((notification) => {
    if (notification.rule !== 'failure' && notification.rule !== 'reminder')
      return [{ notification, incident: current }];
    return wasFlapping
      ? []
      : [{ notification: { ...notification, rule: 'flapping' as const }, incident: current }];
  });
}

/** Notifications of a fact that opens nothing: without those that the incident holds back. */
function pass<Notification extends Decided>({
  walk: { current, isFlapping, openings },
  fact,
  own,
}: {
  walk: Walk;
  fact: CompletionEvent;
  own: Notification[];
}): Kept<Notification>[] {
  // A pause has closed the incident in this transaction: it belongs to it if it is of the same streak.
  const isEnd = fact.kind === 'ended' && fact.outcome !== 'missed';
  const isOfStreak = (openings[0] ?? 0) >= (fact.streakStartedAt ?? Infinity);
  const isAbout = (isPause(fact) && isOfStreak) || (isEnd && current?.isOpen === true);
  if (current === null || !(isAbout || current.isOpen))
    return own.map((notification) => ({ notification, incident: null }));
  const { acknowledgedAt, snoozedUntil } = current;
  const incident = { acknowledgedAt, snoozedUntil, isFlapping };
  return own
    .filter(({ rule }) => !isHeldBack({ rule, isRecovery: isRecovery(fact), incident }))
    .map((notification) => ({ notification, incident: isAbout ? current : null }));
}

function close({ walk, fact: { now, previousStreak } }: { walk: Walk; fact: CompletionEvent }): void {
  const { current } = walk;
  if (current?.isOpen !== true) return;
  current.isOpen = false;
  if (current.id !== null) {
    walk.closing = { id: current.id, at: now, failures: previousStreak };
    return;
  }
  const { row } = walk.opened.find((one) => one.current === current) ?? {};
  if (row) Object.assign(row, { closedAt: now, failures: previousStreak });
}

async function write<Notification extends Decided>({
  client,
  walks,
  kept,
}: {
  client: Pick<Client, 'query'>;
  walks: Walk[];
  kept: Kept<Notification>[];
}): Promise<Omit<FollowedIncidents<Notification>, 'flappingJobs'>> {
  // Before the new ones: a job has one open incident at most.
  const closed = await closeIncidents({
    client,
    incidents: walks.flatMap(({ closing }) => (closing === null ? [] : [closing])),
  });
  const opened = walks.flatMap((walk) => walk.opened);
  const inserted = await insertIncidents({ client, incidents: opened.map(({ row }) => row) });
  const idOf = new Map(inserted.map(({ executionId, id }) => [executionId, id]));
  for (const { current, row } of opened) current.id = idOf.get(row.executionId) ?? null;
  const closedAtOnce = opened.flatMap(({ row: { executionId, closedAt, failures } }): ClosedIncident[] => {
    const incident = inserted.find((one) => one.executionId === executionId);
    return incident && closedAt !== null
      ? [{ ...incident, closedAt, failures, closeReason: 'recovered' }]
      : [];
  });
  return {
    notifications: kept.map(({ notification, incident }) => ({
      ...notification,
      incidentId: incident?.id ?? null,
    })),
    openedIncidents: inserted,
    closedIncidents: [...closed, ...closedAtOnce],
  };
}
