import { type NoteFacts, type NoteRule, owedMail, owedNote, owedPush } from '#domain/notification.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { channelOf } from '#server/notifications/channels/channel.server.ts';
import { findNotifying, type NotifyingJob } from './find-notifying.server.ts';
import { insertNotes, type NewNote } from './insert-notes.server.ts';
import type { EndedFact } from './types.ts';

/**
 * Writes the notes that ended executions owe (D37), in the transaction that ends them: what is rolled back owes
 * nothing. Facts of one job come in the order of their ends. Nothing is sent here.
 *
 * @returns the jobs whose failures were told now and still last: their state's `toldAt` becomes `now`
 */
export async function oweNotes({
  client,
  facts,
}: {
  client: Pick<Client, 'query'>;
  facts: EndedFact[];
}): Promise<number[]> {
  const heard = facts.filter(({ outcome }) => outcome !== 'skipped');
  if (heard.length === 0) return [];
  const jobs = await findNotifying({ client, facts: heard });
  if (jobs.size === 0) return [];
  const notes: NewNote[] = [];
  const told = new Map<number, number | null>();
  const mailed = new Map<number, number>();
  for (const fact of heard) {
    const job = jobs.get(fact.jobId);
    if (!job) continue;
    const { jobId, now } = fact;
    const pushRule = job.hasBrowsers ? pushRuleOf({ fact, job }) : null;
    if (pushRule) notes.push({ fact, rule: pushRule, ownerId: job.ownerId, open: { channel: 'push' } });
    const open = channelOf(job);
    const lastToldAt = told.has(jobId) ? (told.get(jobId) ?? null) : fact.streakToldAt;
    const lastMailedAt = mailed.get(jobId) ?? job.mailedAt?.getTime() ?? null;
    const rule = ruleOf({ fact, job, lastToldAt, lastMailedAt, open });
    if (fact.outcome === 'success') told.set(jobId, null);
    if (rule === null) continue;
    notes.push({ fact, rule, ownerId: job.ownerId, open });
    if (open.channel === 'email' && (rule === 'failure' || rule === 'missed')) mailed.set(jobId, now);
    // A missed fire stands in no streak of failures: telling it says nothing of one.
    if (endOf(fact) === 'failure') told.set(jobId, now);
  }
  await insertNotes({ client, notes: notes.filter((note) => !isOverheard({ note, facts: heard })) });
  return [...told].flatMap(([jobId, at]) => (at === null ? [] : [jobId]));
}

function ruleOf({
  fact,
  job: { notifyFrequency: frequency },
  lastToldAt,
  lastMailedAt,
  open,
}: {
  fact: EndedFact;
  job: NotifyingJob;
  lastToldAt: number | null;
  lastMailedAt: number | null;
  open: ReturnType<typeof channelOf>;
}): NoteRule | null {
  // What the product does to a job by itself is told whatever the job's frequency says.
  if (fact.kind !== 'ended') return fact.kind;
  const { now, streak, previousStreak } = fact;
  const end = endOf(fact);
  if (open.channel === 'email') return owedMail({ frequency, end, lastToldAt, lastMailedAt, now });
  return owedNote({
    frequency,
    config: open.config,
    end,
    streak: end === 'success' ? previousStreak : streak,
    lastToldAt,
    now,
  });
}

/** Beside the job's own channel, and without a memory of its own: the streak alone decides. */
function pushRuleOf({ fact, job }: { fact: EndedFact; job: NotifyingJob }): NoteRule | null {
  if (fact.kind !== 'ended') return fact.kind;
  return owedPush({ frequency: job.notifyFrequency, end: endOf(fact), streak: fact.streak });
}

function endOf({ outcome }: EndedFact): NoteFacts['end'] {
  return outcome === 'success' || outcome === 'missed' ? outcome : 'failure';
}

/** A reminder beside the word that the job was paused, or soon will be, would say the same twice. */
function isOverheard({ note, facts }: { note: NewNote; facts: EndedFact[] }): boolean {
  const { executionId } = note.fact;
  return (
    note.rule === 'reminder' &&
    facts.some((fact) => fact.kind !== 'ended' && fact.executionId === executionId)
  );
}
