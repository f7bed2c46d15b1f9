import { countText } from '#app/format/time-format.ts';
import { logPageSize, type LogQuery, logWindow, readLogQuery } from '#app/query/log-query.ts';
import { type SecurityEventCode, type SecurityEventType, subjectKinds } from '#domain/security-event.ts';
import type { EventRow } from '#server/security-log/event-conditions.server.ts';
import { countedEvents, listEvents, searchedEvents } from '#server/security-log/list-events.server.ts';
import { type EventNames, nameSubjects } from '#server/security-log/name-subjects.server.ts';

/** A page of the security log. */
export interface LogPage {
  /** It could not be loaded. */
  isMissing: boolean;
  query: LogQuery;
  pages: number;
  entries: LogEntry[];
  /** Note about entries beyond the pages; null if there are none. */
  hint: string | null;
}

interface LogEntry {
  id: number;
  /** UTC milliseconds. */
  at: number;
  type: SecurityEventType;
  code: string;
  message: string;
  path: string;
  actor: NamedFact | null;
  /** Subject of the event, unless it is the actor. */
  subject: NamedFact | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  count: number;
}

/** A name in an entry, and the page of the account it belongs to. */
interface NamedFact {
  text: string;
  /** Null where no account is left. */
  to: string | null;
}

/** The requested page, or the last one if it is beyond. A failed load leaves none. */
export async function readLogPage({
  params,
  onFailure,
}: {
  params: URLSearchParams;
  onFailure: (error: unknown) => void;
}): Promise<LogPage> {
  const query = readLogQuery(params);
  try {
    const { events, total } = await listEvents({
      ...{ ...query, ...logWindow(query), perPage: logPageSize },
    });
    const pages = Math.max(1, Math.ceil(total / logPageSize));
    if (query.page > pages) {
      params.set('page', String(pages));
      return await readLogPage({ params, onFailure });
    }
    const names = await nameSubjects(idsOf(events));
    const entries = events.map((event) => toEntry({ event, names }));
    return { isMissing: false, query, pages, entries, hint: hintOf({ query, total }) };
  } catch (error) {
    onFailure(error);
    return { isMissing: true, query, pages: 1, entries: [], hint: null };
  }
}

function hintOf({ query: { search }, total }: { query: LogQuery; total: number }): string | null {
  if (search !== '')
    return `A search covers the newest ${countText(searchedEvents)} entries; Export has all.`;
  return total >= countedEvents ? `Pages end at ${countText(countedEvents)} entries; Export has all.` : null;
}

/** The kind of the subject; a failed email names its account, without an actor. */
function kindOf({ code, actorId }: EventRow): 'account' | 'job' | 'key' | undefined {
  if (code === 'notification_failed') return actorId === null ? 'account' : 'job';
  return subjectKinds[code as SecurityEventCode];
}

function idsOf(events: EventRow[]): Parameters<typeof nameSubjects>[0] {
  const subjectsOf = (kind: string) =>
    events.flatMap((event) => (event.subjectId !== null && kindOf(event) === kind ? [event.subjectId] : []));
  return {
    accountIds: [...events.flatMap(({ actorId }) => actorId ?? []), ...subjectsOf('account')],
    jobIds: subjectsOf('job'),
    keyIds: subjectsOf('key'),
  };
}

function toEntry({ event, names }: { event: EventRow; names: EventNames }): LogEntry {
  const { id, at, type, code, message, path, actorId, subjectId, ip, userAgent, requestId, count } = event;
  const what = { id, at: at.getTime(), type, code, message, path, count };
  const actor = actorId === null ? null : accountFact({ id: actorId, names });
  // A job or a key may have the number of the actor's account.
  const isActor = subjectId === actorId && !['job', 'key'].includes(kindOf(event) ?? '');
  const subject = subjectId === null || isActor ? null : subjectFact({ event, subjectId, names });
  return { ...what, actor, subject, ip, userAgent, requestId };
}

function accountFact({ id, names }: { id: number; names: EventNames }): NamedFact {
  const account = names.accounts.get(id);
  const isThere = account && !account.isDeleted;
  return {
    text: account?.email || `Account ${id}${isThere ? '' : ' (deleted)'}`,
    to: isThere ? `/admin/users/${id}` : null,
  };
}

function subjectFact({
  event,
  subjectId,
  names,
}: {
  event: EventRow;
  subjectId: number;
  names: EventNames;
}): NamedFact {
  const kind = kindOf(event);
  if (kind === 'account') return accountFact({ id: subjectId, names });
  const job = kind === 'job' ? names.jobs.get(subjectId) : undefined;
  if (job) return ownedFact({ text: `Job ${job.name}`, ownerId: job.ownerId, event, names });
  const key = kind === 'key' ? names.keys.get(subjectId) : undefined;
  if (key) return ownedFact({ text: `Key ${key.name}`, ownerId: key.userId, event, names });
  return { text: `${kind === 'job' ? 'Job' : kind === 'key' ? 'Key' : 'Subject'} ${subjectId}`, to: null };
}

/** Also names the owner if the actor is another account. */
function ownedFact({
  text,
  ownerId,
  event: { actorId },
  names,
}: {
  text: string;
  ownerId: number;
  event: EventRow;
  names: EventNames;
}): NamedFact {
  const owner = accountFact({ id: ownerId, names });
  return { text: ownerId === actorId ? text : `${text} of ${owner.text}`, to: owner.to };
}
