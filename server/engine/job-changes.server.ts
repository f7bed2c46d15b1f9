import { listen } from '#server/database/listen.server.ts';

interface Listener {
  onChange: (change: { jobId: number; version: number | 'deleted' }) => void;
  /** A run was requested. */
  onRun: () => void;
  /** A notification is pending. */
  onNotification: () => void;
  /** An event waits for its delivery. */
  onEvent: () => void;
  /** After each connect but the first: news may have been missed. */
  onReturn: () => void;
}

/** Listens to the database's notices of changed jobs, queued runs, pending notifications and events. */
export function listenToJobChanges({ onChange, onRun, onNotification, onEvent, onReturn }: Listener) {
  return listen({
    channels: ['job_changed', 'run_requested', 'notification_enqueued', 'event_enqueued'],
    onUpdate(channel, payload) {
      const change = readChange(payload);
      if (channel === 'run_requested') onRun();
      else if (channel === 'notification_enqueued') onNotification();
      else if (channel === 'event_enqueued') onEvent();
      else if (change) onChange(change);
    },
    onReturn,
  });
}

function readChange(payload: string) {
  const [, id, version] = /^(\d+):(\d+|deleted)$/.exec(payload) ?? [];
  if (!id || !version) return undefined;
  return { jobId: Number(id), version: version === 'deleted' ? ('deleted' as const) : Number(version) };
}
