import pg from 'pg';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';

const againMs = 1_000;
const idleCheckMs = 10_000;

interface Listener<Channel extends string> {
  channels: readonly Channel[];
  onUpdate: (channel: Channel, payload: string) => void;
  /** After each connect but the first: news may have been missed. */
  onReturn: () => void;
}

/** Listens to database notifications, on a dedicated connection that reconnects. */
export function listen<Channel extends string>({ channels, onUpdate, onReturn }: Listener<Channel>) {
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
    own.on('notification', ({ channel, payload }) => onUpdate(channel as Channel, payload ?? ''));
    try {
      await own.connect();
      await own.query(channels.map((channel) => `listen ${channel}`).join('; '));
      if (!isFirst) onReturn();
      check(own);
    } catch {
      lose(own);
    }
    isFirst = false;
  }

  /** Detects an unreachable server: a listener sends nothing by itself. */
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
    log().warn({ channels: channels.join(' ') }, 'news of the database: the connection is lost');
    own.end().catch(() => {});
    timer = setTimeout(() => void connect(), againMs);
  }

  const ready = connect();
  return {
    /** Once the first connect was tried; what is missed until one succeeds ends in `onReturn`. */
    ready,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
