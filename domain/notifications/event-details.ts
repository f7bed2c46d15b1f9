/** Facts of an event that its execution alone does not contain. Instants are UTC milliseconds. */
export type EventDetails =
  | { kind: 'late'; latenessMs: number; afterSeconds: number }
  /** `durationMs` is null while it runs. */
  | { kind: 'too_long'; afterSeconds: number; durationMs: number | null }
  | { kind: 'certificate'; host: string; subject: string; issuer: string; endsAt: number }
  /** The values are cut, with their secrets masked. */
  | { kind: 'answer_changed'; watch: string; before: string; after: string };

/** Characters of each value of a changed response in a notification. */
export const longestShownValue = 500;
