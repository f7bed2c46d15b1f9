import type { WireJob } from '#domain/job/job-wire.ts';
import type { JobInput } from '#domain/job/job.ts';

export const transferFormats = ['json', 'yaml', 'crontab'] as const;
export type TransferFormat = (typeof transferFormats)[number];

/** A job as a document has it, and where: lines are counted from 1. */
export interface DocumentJob {
  value: WireJob;
  line: number;
  lineOf: Record<string, number>;
  /** Notes of the document about a job, apart from parts left out. */
  hints: string[];
  /** For a line whose request alone means something else: it is left out unless chosen. */
  isOptional?: boolean;
  /** The expression that keeps the days of a crontab (D9a), where the job's own does not. */
  offer?: string;
}

/** A line that becomes no job, and why. */
export interface LeftOutLine {
  line: number;
  text: string;
  reason: string;
}

/** Content of a text: jobs, lines without a job, or an error that leaves nothing to read. */
export type JobDocument =
  { jobs: DocumentJob[]; leftOut: LeftOutLine[] } | { error: { line: number | null; message: string } };

/** Why a job of a document cannot be taken. */
export interface ImportError {
  /** As the document names it; null for the whole job. */
  field: string | null;
  line: number;
  message: string;
}

/** Effect of an import on a job of its document. */
export type ImportedJob = Pick<DocumentJob, 'line' | 'hints' | 'isOptional' | 'offer'> & {
  name: string;
  externalId: string | null;
  /** Surprising properties of the schedule, and effects of clock changes (D27). */
  scheduleHints?: string[];
  /** The schedule in words (D11), made by the thread: an expression takes a tenth of a millisecond. */
  sentence?: string;
  /** The plan has no room for it beside the others: it is left out unless chosen instead of another. */
  noRoom?: { message: string; canUpgrade: boolean };
} & (
    | { outcome: 'new'; input: JobInput }
    | { outcome: 'changed'; input: JobInput; jobId: number; version: number; changed: (keyof JobInput)[] }
    /** Nothing is written: the job is there already and the same. */
    | { outcome: 'same'; jobId: number }
    | { outcome: 'refused'; errors: ImportError[] }
  );

export interface ImportPlan {
  jobs: ImportedJob[];
  leftOut: LeftOutLine[];
  /** Reports whether a later plan is the same. */
  digest: string;
}

/** Choices made on the preview. */
export interface ImportChoices {
  /**
   * Jobs to be written, by their order in the text from 0: a text of one line can hold many. Null before anybody could
   * choose: all but those that are optional or have no room.
   */
  taken: ReadonlySet<number> | null;
  /** Lines of jobs that take the expression offered to them; null before anybody could choose: all. */
  offers: ReadonlySet<number> | null;
}

/** A job that is there already, as far as an import compares it. */
export interface SavedJob {
  id: number;
  version: number;
  input: JobInput;
}

/** A job planned by an import's thread, with the checks left to the process; null for none. */
export interface DraftedJob {
  planned: ImportedJob;
  checks: {
    input: JobInput;
    jobId: number | null;
    isTarget: boolean;
    isChannel: boolean;
    isRuled: boolean;
    /** Lines of the fields these checks may refuse. */
    lineOf: Record<string, number>;
  } | null;
  /** Status of the saved job; null for a new one. */
  statusBefore: JobInput['status'] | null;
}

/** Requests to an import's thread, in this order; `saved` by batches. */
export type ImportOrder =
  | {
      step: 'read';
      text: string;
      format: TransferFormat | null;
      timeZone: string;
      choices: ImportChoices;
      /** UTC milliseconds: clock changes are listed from here on. */
      now: number;
    }
  | { step: 'saved'; jobs: SavedJob[] }
  | { step: 'plan' };

export type ImportRead =
  | { leftOut: LeftOutLine[]; externalIds: string[]; names: string[] }
  | Extract<JobDocument, { error: unknown }>;
export interface ImportDrafts {
  /** The digest shows whether a later draft is the same. */
  drafts: (DraftedJob & { digest: string })[];
}
