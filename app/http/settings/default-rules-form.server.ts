import type { DefaultRuleForm } from '#app/presenters/settings/default-rules.ts';
import { fieldText } from '#app/http/forms/bulk-form.server.ts';
import { refusal } from '#app/http/api/check-input.ts';
import { AppError } from '#domain/errors.ts';
import { readDefaultRules, type GivenDefaults } from '#domain/notifications/default-rules.ts';
import type { GivenRule } from '#domain/notifications/notify-rules.ts';
import type { Owner } from '#server/jobs/types.ts';
import { saveDefaults } from '#server/notifications/rules/default-rules.server.ts';

/** Names of the form of a default; `was…` name the rule that it replaces. */
export const defaultRuleFields = [
  'act',
  'wasTag',
  'wasChannel',
  'scope',
  'tag',
  'channel',
  'events',
  'after',
];

/** The form as it was sent. */
export function readDefaultRuleForm(form: FormData): DefaultRuleForm {
  return {
    wasTag: fieldText(form, 'wasTag'),
    wasChannel: fieldText(form, 'wasChannel'),
    scope: fieldText(form, 'scope') === 'tag' ? 'tag' : 'all',
    tag: fieldText(form, 'tag').trim(),
    channel: fieldText(form, 'channel'),
    events: form.getAll('events').map(String),
    after: fieldText(form, 'after'),
  };
}

/**
 * Saves a default, in place of the one that the form was opened with.
 * @throws AppError validation_error on tag, channel, events or after
 */
export async function saveDefaultRule({
  owner,
  sent,
}: {
  owner: Owner;
  sent: DefaultRuleForm;
}): Promise<void> {
  const { scope, tag, channel, events, after } = sent;
  if (scope === 'tag' && tag === '') throw refusal([['tag', 'Enter the tag of the jobs.']]);
  if (channel === '') throw refusal([['channel', 'Choose a channel.']]);
  try {
    await saveDefaults({
      owner,
      change: (before) => {
        const { account, tags } = without({ rules: before, sent });
        const rule = { channel, events, after: Number(after) };
        const given =
          scope === 'tag'
            ? {
                account,
                tags: { ...tags, [tag]: [...(Object.hasOwn(tags, tag) ? (tags[tag] ?? []) : []), rule] },
              }
            : { account: [...account, rule], tags };
        const read = readDefaultRules({ given, before });
        if ('errors' in read) throw refusal(Object.entries(read.errors));
        return read.rules;
      },
    });
  } catch (error) {
    throw atField({ error, sent });
  }
}

/** Removes a default; one that is gone already is no error. */
export async function removeDefaultRule({
  owner,
  sent,
}: {
  owner: Owner;
  sent: DefaultRuleForm;
}): Promise<void> {
  await saveDefaults({ owner, change: (rules) => without({ rules, sent }) });
}

function without({ rules, sent }: { rules: GivenDefaults; sent: DefaultRuleForm }): GivenDefaults {
  const { wasTag, wasChannel } = sent;
  if (wasChannel === '') return rules;
  const others = (list: GivenRule[]) => list.filter(({ channel }) => channel !== wasChannel);
  if (wasTag === '') return { ...rules, account: others(rules.account) };
  const list = Object.hasOwn(rules.tags, wasTag) ? (rules.tags[wasTag] ?? []) : [];
  return { ...rules, tags: { ...rules.tags, [wasTag]: others(list) } };
}

/** An error names the place of the new rule, or its whole list: tags.billing.0.events is about events. */
function atField({ error, sent }: { error: unknown; sent: DefaultRuleForm }): unknown {
  if (!(error instanceof AppError) || error.type !== 'validation_error' || !error.details) return error;
  const entries = Object.entries(error.details).map(([place, text]): [string, string] => {
    const field = ['channel', 'events', 'after'].find((name) => place.endsWith(`.${name}`));
    return [field ?? (sent.scope === 'tag' ? 'tag' : 'channel'), String(text)];
  });
  return refusal(entries);
}
