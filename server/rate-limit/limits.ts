import { hourSeconds, minuteSeconds } from '#domain/time/units.ts';

interface Limit {
  points: number;
  seconds: number;
  /** Kind of the key, for readers of the table. */
  by: 'ip' | 'account' | 'job';
  /** Name of the limited thing in the error message. */
  of: string;
}

/** All numbers of the rate limits (security.md section 6). Windows are fixed. */
export const limits = {
  token_exchange: { points: 10, seconds: minuteSeconds, by: 'ip', of: 'token exchanges' },
  // Sign-ins that fail at the provider: docs/decisions/008.
  sign_in: { points: 10, seconds: minuteSeconds, by: 'ip', of: 'failed sign-ins' },
  // Each page of an account may need one; what is exchanged for it is as good as its session.
  ticket: { points: 60, seconds: minuteSeconds, by: 'account', of: 'tokens for pages' },
  bad_credentials: { points: 30, seconds: minuteSeconds, by: 'ip', of: 'refused credentials' },
  key_reveal: { points: 20, seconds: hourSeconds, by: 'account', of: 'reveals of the API key' },
  key_regenerate: { points: 5, seconds: hourSeconds, by: 'account', of: 'new API keys' },
  // Each makes several calls to the payment provider, whose limit counts all accounts together.
  payment: { points: 30, seconds: minuteSeconds, by: 'account', of: 'changes of the subscription' },
  export: { points: 5, seconds: hourSeconds, by: 'account', of: 'exports' },
  // The history of one job: an archiver of many jobs makes many small requests.
  export_history: { points: 60, seconds: hourSeconds, by: 'account', of: 'exports of executions' },
  // Previews and imports alike: each may read 10 MiB of text.
  import: { points: 10, seconds: minuteSeconds, by: 'account', of: 'imports' },
  read: { points: 300, seconds: minuteSeconds, by: 'account', of: 'reads' },
  write: { points: 60, seconds: minuteSeconds, by: 'account', of: 'changes' },
  // For all keys of an account together: more keys do not raise the limit.
  key_premium: { points: 120, seconds: minuteSeconds, by: 'account', of: 'calls with API keys' },
  key_ultimate: { points: 300, seconds: minuteSeconds, by: 'account', of: 'calls with API keys' },
  // Pages and forms of a signed-in account, whichever tab sends them: an open dashboard reloads every two seconds at most.
  page: { points: 600, seconds: minuteSeconds, by: 'account', of: 'page loads' },
  form: { points: 120, seconds: minuteSeconds, by: 'account', of: 'form submissions' },
  // For visitors without a session; an office behind one address shares the limit.
  visit: { points: 600, seconds: minuteSeconds, by: 'ip', of: 'page loads' },
  visit_form: { points: 60, seconds: minuteSeconds, by: 'ip', of: 'form submissions' },
  // Each may be a new expression, computed on the shared event loop.
  try_schedule: { points: 120, seconds: minuteSeconds, by: 'ip', of: 'schedule previews' },
  // The calls of a worker share its address.
  echo: { points: 1_200, seconds: minuteSeconds, by: 'ip', of: 'calls to the echo address' },
  run_now: { points: 10, seconds: minuteSeconds, by: 'job', of: 'runs of this job' },
  // Several at once from the history; each such press takes a point of run_now, too.
  replay_many: { points: 50, seconds: minuteSeconds, by: 'job', of: 'replays of this job' },
  // Each keeps a request of up to 256 KiB beside its run.
  edited_replay: { points: 60, seconds: hourSeconds, by: 'account', of: 'replays with edits' },
  test_run: { points: 10, seconds: minuteSeconds, by: 'account', of: 'test runs' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
