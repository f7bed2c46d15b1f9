import { AppError } from '#domain/errors.ts';
import { listen } from '#server/database/listen.server.ts';

/** Jobs with something new; `all` where it is not known which. */
export type UpdatedJobs = number[] | 'all';

export interface Follower {
  ownerId: number;
  sessionId: number;
  onUpdate: (update: UpdatedJobs) => void;
  /** The session is over, or this process goes down: nothing follows. */
  onEnd: (reason: 'session' | 'shutdown') => void;
}

const batchMs = 250;
const mostPerOwner = 20;
/** Seconds after which a refused page asks again. */
const retryAfter = 30;
/** Beyond it a page has to reload everything anyway. */
const mostJobs = 200;

const followers = new Map<number, Set<Follower>>();
const batched = new Map<number, Set<number> | 'all'>();
let listener: ReturnType<typeof listen> | undefined;
let timer: NodeJS.Timeout | undefined;
let isClosed = false;

/**
 * Publishes updates of an owner's jobs to an open page, over a single connection that listens for all pages of this
 * process. Resolves once it listens.
 * @returns a function to stop
 * @throws AppError rate_limit: 20 pages of this account are open; external_service_error: the process is shutting down
 */
export async function followJobs(follower: Follower): Promise<() => void> {
  if (isClosed) throw new AppError('external_service_error', { message: 'This process is going down.' });
  const own = followers.get(follower.ownerId) ?? new Set();
  if (own.size >= mostPerOwner) {
    throw new AppError('rate_limit', {
      message: `At most ${mostPerOwner} pages can receive updates at once.`,
      details: { retry_after: retryAfter },
    });
  }
  followers.set(follower.ownerId, own.add(follower));
  listener ??= listen({
    channels: ['job_updated', 'session_ended'],
    onUpdate: (channel, payload) =>
      channel === 'job_updated' ? takeJobs(payload) : endSession(Number(payload)),
    onReturn: () => [...followers.keys()].forEach((ownerId) => enqueue({ ownerId, update: 'all' })),
  });
  await listener.ready;
  return () => leave(follower);
}

/** Ends all streams, and refuses new ones. */
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
  enqueue({ ownerId: Number(owner), update: jobs.split(',').map(Number) });
}

function enqueue({ ownerId, update }: { ownerId: number; update: UpdatedJobs }) {
  if (!followers.has(ownerId)) return;
  const known = batched.get(ownerId) ?? new Set();
  const isAll = known === 'all' || update === 'all' || known.size + update.length > mostJobs;
  batched.set(ownerId, isAll ? 'all' : new Set([...known, ...update]));
  timer ??= setTimeout(publish, batchMs);
}

function publish() {
  timer = undefined;
  const all = [...batched];
  batched.clear();
  for (const [ownerId, jobs] of all) {
    const update = jobs === 'all' ? jobs : [...jobs];
    for (const follower of followers.get(ownerId) ?? []) follower.onUpdate(update);
  }
}
