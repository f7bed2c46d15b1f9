import { mostAfter, mostJobRules, type RuleEvent, ruleEvents, usualEvents } from './rules.ts';

// The further channels of a job (D51), as its field notify_rules has them: by the name of the channel.

/** A named channel that a job notifies of these events. */
export interface NotifyRule {
  /** Name of the channel. */
  channel: string;
  events: RuleEvent[];
  /** Failures in a row before the first notification. */
  after: number;
}

/** As it is given: the API takes the id of a channel too. */
export interface GivenRule extends Omit<NotifyRule, 'channel'> {
  channel: string | number;
}

export const longestChannelName = 50;

interface NotifyRuleError {
  /** Position and field of the rule, such as [0, 'events']; empty for all of them. */
  path: (string | number)[];
  message: string;
}

const eventList = ruleEvents.join(', ');

/**
 * Rules as they are given: a list, or its JSON as the form sends it. Names of channels are checked when the job is saved.
 * @param most rules of one list
 * @returns null for none; errors with their place
 */
export function readNotifyRules(
  given: unknown,
  most = mostJobRules,
): { rules: GivenRule[] | null; errors?: undefined } | { errors: NotifyRuleError[] } {
  if (given === undefined || given === null || given === '') return { rules: null };
  const parsed = typeof given === 'string' ? parseJson(given) : given;
  if (!isList(parsed))
    return refuse('Enter a list, such as [{"channel": "#money", "events": ["failure"], "after": 1}].');
  if (parsed.length > most)
    return refuse(`There are ${parsed.length} channels. A list can have at most ${most}.`);
  const rules: GivenRule[] = [];
  const errors: NotifyRuleError[] = [];
  const isForm = typeof given === 'string';
  for (const [index, one] of parsed.entries()) {
    // An empty row of the form, above others.
    if (isForm && one === null) continue;
    const read = readRule(one);
    if ('errors' in read) errors.push(...read.errors.map((error) => at({ index, error })));
    else if (rules.some(({ channel }) => channel === read.rule.channel))
      errors.push({ path: [index, 'channel'], message: twiceText(read.rule.channel) });
    else rules.push(read.rule);
  }
  if (errors.length > 0) return { errors };
  return { rules: rules.length > 0 ? rules : null };
}

const refuse = (message: string) => ({ errors: [{ path: [], message }] });
const at = ({ index, error: { path, message } }: { index: number; error: NotifyRuleError }) => ({
  path: [index, ...path],
  message,
});

/** The sentence for a job with more channels than it may notify; null within the limit. */
export function tooManyRulesText({
  rules,
  hasChannel,
}: {
  rules: number;
  hasChannel: boolean;
}): string | null {
  if (!hasChannel || rules < mostJobRules) return null;
  return `A job notifies at most ${mostJobRules} channels. This one has its own, so it can have ${mostJobRules - 1} further ones.`;
}

/** The sentence for a channel with two rules. */
export const twiceText = (channel: string | number) =>
  `${String(channel)} has a rule already. Put all its events into one.`;

function readRule(given: unknown): { rule: GivenRule } | { errors: NotifyRuleError[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse('A rule is an object with channel, events and after.');
  const {
    channel: givenChannel,
    events: givenEvents = usualEvents,
    after = 1,
    ...others
  } = given as Record<string, unknown>;
  const errors: NotifyRuleError[] = [];
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const name = unknown.slice(0, 40);
    errors.push({
      path: [name],
      message: `${name} is not a field of a rule. Use channel, events and after.`,
    });
  }
  const channel = readChannel(givenChannel);
  if (channel === null)
    errors.push({ path: ['channel'], message: 'Enter the name or the id of one of your channels.' });
  const events = readEvents(givenEvents);
  if (typeof events === 'string') errors.push({ path: ['events'], message: events });
  if (!isAfter(after))
    errors.push({ path: ['after'], message: `Enter a whole number of failures from 1 to ${mostAfter}.` });
  if (channel === null || typeof events === 'string' || !isAfter(after) || errors.length > 0)
    return { errors };
  return { rule: { channel, events, after } };
}

function readChannel(given: unknown): string | number | null {
  if (typeof given === 'number') return Number.isInteger(given) && given > 0 ? given : null;
  if (typeof given !== 'string') return null;
  const name = given.trim();
  return name !== '' && name.length <= longestChannelName ? name : null;
}

/** The events in their order, or the sentence for the error. */
function readEvents(given: unknown): RuleEvent[] | string {
  if (!Array.isArray(given) || given.length === 0) return `Choose at least one event: ${eventList}.`;
  const unknown = (given as unknown[]).find((one) => !ruleEvents.some((event) => event === one));
  if (unknown !== undefined) {
    const shown = typeof unknown === 'string' ? `“${unknown.slice(0, 40)}”` : 'One of them';
    return `${shown} is not an event. Events are ${eventList}.`;
  }
  return ruleEvents.filter((event) => given.includes(event));
}

/** True for a whole number of failures that a rule may wait for. */
function isAfter(given: unknown): given is number {
  return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= mostAfter;
}

/** Events with their labels on screens. */
export const eventLabels: readonly (readonly [RuleEvent, string])[] = [
  ['failure', 'Failure'],
  ['recovery', 'Recovery'],
  ['reminder', 'Reminders of a failure'],
  ['missed', 'Missed run'],
  ['late', 'Late run'],
  ['too_long', 'Run takes too long'],
  ['certificate', 'Certificate expires'],
  ['answer_changed', 'Response changed'],
  ['paused', 'Paused by Punctual'],
];

/** "failure after 3, recovery" */
export function eventsText({ events, after }: { events: readonly RuleEvent[]; after: number }): string {
  const named = eventLabels.filter(([event]) => events.includes(event));
  const words = named.map(([event, label]) => {
    const word = label.charAt(0).toLowerCase() + label.slice(1);
    return event === 'failure' && after > 1 ? `${word} after ${after}` : word;
  });
  return words.join(', ');
}

/** "#money (failure after 3, recovery); calm (missed run)"; "none" without rules. */
export function rulesText(rules: readonly NotifyRule[] | null): string {
  if (!rules) return 'none';
  return rules.map((rule) => `${rule.channel} (${eventsText(rule)})`).join('; ');
}

const isList = (given: unknown): given is unknown[] => Array.isArray(given);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
