import { createHash } from 'node:crypto';
import { RE2JS } from 're2js';
import {
  errorBeforeCompiling,
  programError,
  type Program,
} from '#server/outbound/response/pattern-rules.server.ts';
import { readDocument } from '#server/transfer/reading/read-document.server.ts';
import { planJob } from './plan-job.server.ts';
import { createScheduleHints } from './schedule-hints.server.ts';
import type {
  DocumentJob,
  DraftedJob,
  ImportDrafts,
  ImportError,
  ImportOrder,
  ImportRead,
  SavedJob,
} from './types.ts';

type ReadOrder = Extract<ImportOrder, { step: 'read' }>;

/** Limit per job: the page shows each. */
const mostErrors = 10;
// The limits of the database's columns: no saved job has more.
const longestName = 200;
const longestId = 128;

/**
 * The slow steps of an import, in its thread: reading the text, loading possibly matching jobs, planning. Their state
 * is dropped with the last step, or with the next text.
 */
export function createImportSteps(): (order: ImportOrder) => ImportRead | ImportDrafts | null {
  let jobs: DocumentJob[] = [];
  let saved: SavedJob[] = [];
  let asked: Pick<ReadOrder, 'choices' | 'now'> | null = null;
  return (order) => {
    if (order.step === 'saved') {
      saved.push(...order.jobs);
      return null;
    }
    if (order.step === 'plan') {
      const drafts = asked ? draftsOf({ jobs, saved, ...asked }) : [];
      [jobs, saved, asked] = [[], [], null];
      return { drafts };
    }
    [jobs, saved, asked] = [[], [], order];
    const document = readDocument(order);
    if ('error' in document) return document;
    ({ jobs } = document);
    const { leftOut } = document;
    return { leftOut, externalIds: idsOf(jobs), names: namesOf(jobs) };
  };
}

function draftsOf({
  jobs,
  saved,
  choices,
  now,
}: {
  jobs: DocumentJob[];
  saved: SavedJob[];
} & Pick<ReadOrder, 'choices' | 'now'>): ImportDrafts['drafts'] {
  const found = indexOf(saved);
  const regexError = rememberErrors();
  const withScheduleHints = createScheduleHints(now);
  const taken = new Map<string, number>();
  const known = new Set<number>();
  return jobs.map((job) => {
    const id = externalIdOf(job);
    const twice = id === null ? undefined : taken.get(id);
    if (id !== null) taken.set(id, twice ?? job.line);
    const alike = id === null ? found.byName(nameOf(job)).filter((one) => !known.has(one.id)) : [];
    const meant = id === null ? null : found.byExternalId(id);
    const plan = (one: DocumentJob) => {
      const draft = withNameHint({
        draft: planJob({ job: one, meant, alike, regexError }),
        hasAlike: alike.length > 0,
      });
      return withFewErrors(twice === undefined ? draft : refusedTwice({ draft, first: twice, job }));
    };
    const { byDefault, chosen } = variantsOf({ job, plan, choices });
    if ('jobId' in chosen.planned) known.add(chosen.planned.jobId);
    // Digest of the default: choices since the preview do not make it another plan.
    const digest = createHash('sha256').update(JSON.stringify(byDefault.planned)).digest('base64url');
    return { ...chosen, planned: withScheduleHints(chosen.planned), digest };
  });
}

/** The draft of a job before anybody could choose, and with what was chosen: its own expression or the one offered. */
function variantsOf({
  job,
  plan,
  choices: { offers },
}: {
  job: DocumentJob;
  plan: (job: DocumentJob) => DraftedJob;
} & Pick<ReadOrder, 'choices'>): { byDefault: DraftedJob; chosen: DraftedJob } {
  const written = plan(job);
  if (job.offer === undefined) return { byDefault: written, chosen: written };
  const offered = plan({ ...job, value: { ...job.value, cron_expression: job.offer } });
  const byDefault = written.planned.outcome === 'same' ? written : offered;
  const isOpen = byDefault.planned.outcome !== 'same' && offers !== null;
  return { byDefault, chosen: isOpen ? (offers.has(job.line) ? offered : written) : byDefault };
}

function indexOf(saved: SavedJob[]) {
  const byId = new Map(saved.map((one) => [one.input.externalId, one]));
  const byName = new Map<string, SavedJob[]>();
  for (const one of saved) {
    if (one.input.externalId !== null) continue;
    const alike = byName.get(one.input.name);
    if (alike) alike.push(one);
    else byName.set(one.input.name, [one]);
  }
  return {
    byExternalId: (id: string) => byId.get(id) ?? null,
    byName: (name: string) => byName.get(name) ?? [],
  };
}

function rememberErrors(): (pattern: string) => string | null {
  const errors = new Map<string, string | null>();
  return (pattern) => {
    const known = errors.get(pattern);
    if (known !== undefined) return known;
    const error = errorBeforeCompiling(pattern) ?? programError(compile(pattern));
    errors.set(pattern, error);
    return error;
  };
}

function compile(pattern: string): Program {
  try {
    return { size: RE2JS.compile(pattern).programSize() };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : '' };
  }
}

function withNameHint({ draft, hasAlike }: { draft: DraftedJob; hasAlike: boolean }): DraftedJob {
  const { planned } = draft;
  if (planned.outcome !== 'new' || !hasAlike) return draft;
  const hint = 'A job with this name already exists. To change it instead, give both the same external_id.';
  return { ...draft, planned: { ...planned, hints: [...planned.hints, hint] } };
}

function refusedTwice({
  draft: { planned, ...draft },
  first,
  job,
}: {
  draft: DraftedJob;
  first: number;
  job: DocumentJob;
}): DraftedJob {
  const { line, hints, name, externalId } = planned;
  const error: ImportError = {
    field: 'external_id',
    line: job.lineOf.external_id ?? line,
    message: `${externalId ?? ''} is the external_id of line ${first} too. Give each job its own.`,
  };
  const others = planned.outcome === 'refused' ? planned.errors : [];
  return {
    ...draft,
    planned: { line, hints, name, externalId, outcome: 'refused', errors: [error, ...others] },
  };
}

function withFewErrors(draft: DraftedJob): DraftedJob {
  const { planned } = draft;
  if (planned.outcome !== 'refused' || planned.errors.length <= mostErrors) return draft;
  const more = planned.errors.length - mostErrors;
  const message = `There are ${more.toLocaleString('en-US')} more errors in this job.`;
  const errors = [...planned.errors.slice(0, mostErrors), { field: null, line: planned.line, message }];
  return { ...draft, planned: { ...planned, errors } };
}

function externalIdOf({ value }: DocumentJob): string | null {
  return typeof value.external_id === 'string' && value.external_id !== '' ? value.external_id : null;
}

const nameOf = ({ value }: DocumentJob) => (typeof value.name === 'string' ? value.name.trim() : '');

/** Texts a saved job can have: the database takes no U+0000. */
const kept = ({ texts, longest }: { texts: string[]; longest: number }) => [
  ...new Set(texts.filter((text) => text !== '' && text.length <= longest && !text.includes('\0'))),
];
const idsOf = (jobs: DocumentJob[]) =>
  kept({ texts: jobs.map((job) => externalIdOf(job) ?? ''), longest: longestId });
const namesOf = (jobs: DocumentJob[]) => kept({ texts: jobs.map(nameOf), longest: longestName });
