import { jobChannels } from '#domain/job/choices.ts';
import { outcomes, outcomesOf } from '#domain/outcome.ts';
import { fireTriggers } from '#domain/trigger.ts';

// Lists of domain for `in (...)` of statements. They are constants: an enum's words need no quoting.

const list = (words: readonly string[]) => `(${words.map((word) => `'${word}'`).join(', ')})`;

/** Outcomes that count as a failure. */
export const failedOutcomes = list(outcomesOf('failed'));
/** Outcomes of an execution that made no call. */
export const notRunOutcomes = list(outcomesOf('not_run'));
/** Outcomes of one that made a call. */
export const ranOutcomes = list(outcomes.filter((outcome) => !outcomesOf('not_run').includes(outcome)));
/** Triggers of an execution of a scheduled time. */
export const scheduledTriggers = list(fireTriggers);
/** The channels that a job or an account names. */
export const ownChannels = list(jobChannels);
