import { longestTag, readTags } from '#domain/job/tags.ts';
import { type GivenRule, type NotifyRule, readNotifyRules } from './notify-rules.ts';
import { mostDefaultRules, mostRuleTags } from './rules.ts';

/** Rules of jobs that have none of their own: of all jobs, and of those with a tag. */
export interface DefaultRules<Rule extends GivenRule = NotifyRule> {
  account: Rule[];
  tags: Record<string, Rule[]>;
}

/** The same with channels that may be given by their ids. */
export type GivenDefaults = DefaultRules<GivenRule>;

/**
 * Defaults as they are given: lists of rules, by tag for tags. Names of channels are checked when they are saved.
 * @param before what is omitted stays
 * @returns errors by their place, such as tags.billing.0.events
 */
export function readDefaultRules({
  given: { account, tags },
  before,
}: {
  given: { account?: unknown; tags?: unknown };
  before: GivenDefaults;
}): { rules: GivenDefaults } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const listAt = (place: string, list: unknown): GivenRule[] => {
    const read = readNotifyRules(list, mostDefaultRules);
    if (!read.errors) return read.rules ?? [];
    for (const { path, message } of read.errors) errors[[place, ...path].join('.')] ??= message;
    return [];
  };
  const rules: GivenDefaults = {
    account: account === undefined ? before.account : listAt('account', account),
    tags: tags === undefined ? before.tags : {},
  };
  if (tags !== undefined && !isRecord(tags))
    errors['tags'] = 'Enter an object with a list of rules for each tag, such as {"billing": [...]}.';
  if (isRecord(tags)) {
    const names = Object.keys(tags);
    const lists: [string, GivenRule[]][] = [];
    if (names.length > mostRuleTags)
      errors['tags'] = `There are ${names.length} tags. At most ${mostRuleTags} can have defaults.`;
    for (const name of names.slice(0, mostRuleTags)) {
      const message = tagError(name);
      const list = listAt(`tags.${name.slice(0, longestTag)}`, tags[name]);
      if (message !== null) errors[`tags.${name.slice(0, longestTag)}`] = message;
      else if (list.length > 0) lists.push([name, list]);
    }
    rules.tags = Object.fromEntries(lists);
  }
  return Object.keys(errors).length > 0 ? { errors } : { rules };
}

/** The sentence for what no job can have as a tag; null for a tag. */
export function tagError(name: string): string | null {
  if (name.length > longestTag) return `A tag can have ${longestTag} characters.`;
  const [tag, ...more] = readTags(name);
  return tag === name && more.length === 0 ? null : 'Enter one tag, without a comma.';
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
