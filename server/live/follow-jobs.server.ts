import { AppError } from '#domain/errors.ts';
import { listen } from '#server/database/listen.server.ts';

/** Jobs with something new; `all` where it is not known which. */
export type JobNews = number[] | 'all';

export interface Follower {
  ownerId: number;
  sessionId: number;
  onNews: (news: JobNews) => void;
  /** The session is over, or this process goes down: nothing follows. */
  onEnd: (reason: 'session' | 'shutdown') => void;
}

const gatherMs = 250;
const mostPerOwner = 20;
/** Beyond it a page has to look at everything anyway. */
const mostJobs = 200;

const followers = new Map<number, Set<Follower>>();
const gathered = new Map<number, Set<number> | 'all'>();
let listener: ReturnType<typeof listen> | undefined;
let timer: NodeJS.Timeout | undefined;
let isClosed = false;

/**
 * Tells an open page what moves in its owner's jobs, from a single connection that listens for all pages of this
 * process. Resolves once it listens.
 * @returns how to stop
 * @throws AppError rate_limit: 20 pages of this account are open; external_service_error: the process goes down
 */
export async function followJobs(follower: Follower): Promise<() => void> {
  if (isClosed) throw new AppError('external_service_error', { message: 'This process is going down.' });
  const own = followers.get(follower.ownerId) ?? new Set();
  if (own.size >= mostPerOwner) {
    throw new AppError('rate_limit', { message: `At most ${mostPerOwner} pages are told at once.` });
  }
  followers.set(follower.ownerId, own.add(follower));
  listener ??= listen({
    channels: ['job_news', 'session_ended'],
    onNews: (channel, payload) => (channel === 'job_news' ? takeJobs(payload) : endSession(Number(payload))),
    onReturn: () => [...followers.keys()].forEach((ownerId) => gather({ ownerId, news: 'all' })),
  });
  await listener.ready;
  return () => leave(follower);
}

/** Ends all that follow; nobody can from now on. */
export async function endFollowing(): Promise<void> {
  isClosed = true;
  for (const follower of everyone()) end(follower, 'shutdown');
  await listener?.close();
}

const everyone = () => [...followers.values()].flatMap((own) => [...own]);

function end(follower: Follower, reason: 'session' | 'shutdown') {
  leave(follower);
  follower.onEnd(reason);
}

function leave(follower: Follower) {
  const own = followers.get(follower.ownerId);
  own?.delete(follower);
  if (own?.size === 0) followers.delete(follower.ownerId);
  if (followers.size > 0) return;
  void listener?.close();
  listener = undefined;
}

function endSession(sessionId: number) {
  for (const follower of everyone()) if (follower.sessionId === sessionId) end(follower, 'session');
}

function takeJobs(payload: string) {
  const [owner = '', jobs = ''] = payload.split(':');
  gather({ ownerId: Number(owner), news: jobs.split(',').map(Number) });
}

function gather({ ownerId, news }: { ownerId: number; news: JobNews }) {
  if (!followers.has(ownerId)) return;
  const known = gathered.get(ownerId) ?? new Set();
  const isAll = known === 'all' || news === 'all' || known.size + news.length > mostJobs;
  gathered.set(ownerId, isAll ? 'all' : new Set([...known, ...news]));
  timer ??= setTimeout(tell, gatherMs);
}

function tell() {
  timer = undefined;
  const all = [...gathered];
  gathered.clear();
  for (const [ownerId, jobs] of all) {
    const news = jobs === 'all' ? jobs : [...jobs];
    for (const follower of followers.get(ownerId) ?? []) follower.onNews(news);
  }
}
