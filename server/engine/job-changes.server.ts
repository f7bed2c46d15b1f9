import pg from 'pg';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';

const againMs = 1_000;
const idleCheckMs = 10_000;

interface Listener {
  onChange: (change: { jobId: number; version: number | 'deleted' }) => void;
  /** Somebody asked for a run. */
  onRun: () => void;
  /** A notification is owed. */
  onNote: () => void;
  /** After each connect but the first: news may have been missed. */
  onReturn: () => void;
}

/** Listens to what the database says about changed jobs, on a connection of its own that is made again when it breaks. */
export function listenToJobChanges({ onChange, onRun, onNote, onReturn }: Listener) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFirst = true;

  async function connect() {
    const own = new pg.Client({
      connectionString: env().DATABASE_URL,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = own;
    own.on('error', () => lose(own));
    own.on('end', () => lose(own));
    own.on('notification', ({ channel, payload }) => {
      const change = readChange(payload);
      if (channel === 'run_requested') onRun();
      else if (channel === 'note_owed') onNote();
      else if (change) onChange(change);
    });
    try {
      await own.connect();
      await own.query('listen job_changed; listen run_requested; listen note_owed');
      if (!isFirst) onReturn();
      isFirst = false;
      check(own);
    } catch {
      lose(own);
    }
  }

  /** A server that is gone without a word is noticed here: a listener sends nothing by itself. */
  function check(own: pg.Client) {
    timer = setTimeout(() => {
      own.query('select 1').then(
        () => own === client && check(own),
        () => lose(own),
      );
    }, idleCheckMs);
  }

  function lose(own: pg.Client) {
    if (own !== client || isClosed) return;
    client = undefined;
    clearTimeout(timer);
    log().warn('news of changed jobs: the connection is lost');
    own.end().catch(() => {});
    timer = setTimeout(() => void connect(), againMs);
  }

  const ready = connect();
  return {
    ready,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

function readChange(payload: string | undefined) {
  const [, id, version] = /^(\d+):(\d+|deleted)$/.exec(payload ?? '') ?? [];
  if (!id || !version) return undefined;
  return { jobId: Number(id), version: version === 'deleted' ? ('deleted' as const) : Number(version) };
}
