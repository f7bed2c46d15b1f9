import { z } from 'zod';
import { longestChannelName } from '#domain/notifications/notify-rules.ts';
import { mostAfter, mostDefaultRules, mostJobRules, ruleEvents } from '#domain/notifications/rules.ts';

const events = z.array(z.enum(ruleEvents)).min(1);
const after = z.int().min(1).max(mostAfter);

/** A rule in responses. */
export const ruleSchema = z.object({ channel: z.string().max(longestChannelName), events, after });

/** A rule in bodies. */
const givenRuleSchema = z.strictObject({
  channel: z.union([z.string().min(1).max(longestChannelName), z.int().min(1)]),
  events: events.optional(),
  after: after.optional(),
});

/** The rules of a job in bodies. */
export const givenJobRules = z.array(givenRuleSchema).max(mostJobRules).nullish();

const example = [{ channel: '#money', events: ['failure', 'recovery'], after: 1 }];

/** The notification defaults in responses. */
export const defaultRulesSchema = z
  .object({
    account: z.array(ruleSchema).meta({ description: 'For all jobs without a rule.', examples: [example] }),
    tags: z
      .record(z.string(), z.array(ruleSchema))
      .meta({ description: 'For the jobs with a tag, by the tag.', examples: [{ billing: example }] }),
  })
  .meta({
    id: 'NotificationDefaults',
    description:
      'Rules of the jobs that have no channel of their own. Those of tags come before those of the account.',
  });

const list = z.array(givenRuleSchema).max(mostDefaultRules);

/** The same in bodies: what is omitted stays. */
export const defaultRulesBody = z
  .strictObject({
    account: list.optional().meta({ description: 'All rules for all jobs.', examples: [example] }),
    tags: z
      .record(z.string(), list)
      .optional()
      .meta({ description: 'All rules by tag.', examples: [{ billing: example }] }),
  })
  .meta({ id: 'NotificationDefaultsToSet', description: 'The lists to replace; others stay as they are.' });
