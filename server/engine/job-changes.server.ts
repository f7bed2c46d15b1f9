import { listen } from '#server/database/listen.server.ts';

interface Listener {
  onChange: (change: { jobId: number; version: number | 'deleted' }) => void;
  /** Somebody asked for a run. */
  onRun: () => void;
  /** A notification is owed. */
  onNote: () => void;
  /** After each connect but the first: news may have been missed. */
  onReturn: () => void;
}

/** Listens to what the database says about changed jobs, and about runs and notes to be made. */
export function listenToJobChanges({ onChange, onRun, onNote, onReturn }: Listener) {
  return listen({
    channels: ['job_changed', 'run_requested', 'note_owed'],
    onNews(channel, payload) {
      const change = readChange(payload);
      if (channel === 'run_requested') onRun();
      else if (channel === 'note_owed') onNote();
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
