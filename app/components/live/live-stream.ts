/** Ids of updated jobs; `all` if the jobs are unknown. */
export type LiveUpdates = readonly number[] | 'all';

type Hear = (update: LiveUpdates) => void;

const everyMs = 15_000;
const listeners = new Set<Hear>();
let source: EventSource | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let isReady = false;
/** Jobs may have changed since the page load, before a stream could report it. */
let isBehind = true;
/** The tab was hidden. */
let wasAway = false;
/** The browser reconnects by itself, as after a restart of the server: requests for pages would fail too. */
let isReturning = false;

/**
 * Listens for updates of the user's jobs: one stream for all listeners in this tab. Without a stream, "all"
 * comes every 15 s. A hidden tab gets nothing, then "all" on its return.
 * @returns a function to stop
 */
export function onLiveUpdate(hear: Hear): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', follow);
    addEventListener('sign-out', end);
  }
  listeners.add(hear);
  follow();
  return () => {
    listeners.delete(hear);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('sign-out', end);
    follow();
  };
}

function follow() {
  if (listeners.size === 0 || document.hidden) {
    // The next page loads its own data; a returning tab still shows its old data.
    if (document.hidden) wasAway = true;
    else isBehind = true;
    clearInterval(timer);
    timer = undefined;
    close();
    return;
  }
  if (timer) return;
  open();
  timer = setInterval(() => {
    if (isReady ? isBehind : !isReturning) publish('all');
    if (isReady) isBehind = false;
    if (!source) open();
  }, everyMs);
}

function open() {
  const own = new EventSource('/dashboard/live');
  source = own;
  own.addEventListener('ready', () => {
    // A page that has just loaded is reloaded later: jobs may have changed in between.
    if (isReturning || wasAway) publish('all');
    isReady = true;
    isReturning = false;
    wasAway = false;
  });
  own.addEventListener('jobs', ({ data }: MessageEvent<string>) => {
    publish(data === 'all' ? 'all' : data.split(',').map(Number));
  });
  own.addEventListener('over', () => {
    close();
    publish('all');
  });
  own.addEventListener('error', () => {
    isReady = false;
    isReturning = own.readyState === EventSource.CONNECTING;
    if (!isReturning) close();
  });
}

/** The session ends before the page does: the server would refuse the stream. */
function end() {
  listeners.clear();
  follow();
}

function close() {
  source?.close();
  source = undefined;
  isReady = false;
  isReturning = false;
}

function publish(update: LiveUpdates) {
  for (const hear of [...listeners]) hear(update);
}
