import type { DefaultRules } from '#domain/notifications/default-rules.ts';
import { eventsText, type NotifyRule } from '#domain/notifications/notify-rules.ts';
import { usualEvents } from '#domain/notifications/rules.ts';

/** Values of the form of a default. */
export interface DefaultRuleForm {
  /** The default that it replaces; empty for a new one. The tag of one for all jobs is empty. */
  wasTag: string;
  wasChannel: string;
  scope: 'all' | 'tag';
  tag: string;
  channel: string;
  events: readonly string[];
  after: string;
}

/** A default as the page lists it. */
export interface DefaultRuleLine {
  /** Empty for all jobs. */
  tag: string;
  channel: string;
  /** "failure after 3, recovery" */
  events: string;
}

export const newDefaultRule: DefaultRuleForm = {
  ...{ wasTag: '', wasChannel: '', scope: 'all', tag: '', channel: '', events: usualEvents, after: '1' },
};

/** The defaults of all jobs first, then by tag. */
export function toDefaultRuleLines({ account, tags }: DefaultRules): DefaultRuleLine[] {
  const lines = (tag: string, rules: readonly NotifyRule[]) =>
    rules.map((rule) => ({ tag, channel: rule.channel, events: eventsText(rule) }));
  const byTag = Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1));
  return [...lines('', account), ...byTag.flatMap(([tag, rules]) => lines(tag, rules))];
}

/** The form of the default that an address names, or of a new one. */
export function openedDefaultRule({
  defaults: { account, tags },
  params,
}: {
  defaults: DefaultRules;
  params: URLSearchParams;
}): DefaultRuleForm {
  const tag = params.get('tag') ?? '';
  const list = tag === '' ? account : Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  const rule = list?.find(({ channel }) => channel === params.get('channel'));
  if (!rule) return newDefaultRule;
  const { channel, events, after } = rule;
  return {
    ...{ wasTag: tag, wasChannel: channel, scope: tag === '' ? 'all' : 'tag', tag, channel },
    ...{ events, after: String(after) },
  };
}
