import { type AppliedRule, type RuleEvent, rulesOf } from '#domain/notifications/rules.ts';
import type { NotifyFrequency } from '#domain/job/choices.ts';

/** A rule of a job, of one of its tags or of its account. */
export interface StoredRule {
  /** Null for a default. */
  jobId: number | null;
  /** Null for a job's own rule and for a default of the account. */
  tag: string | null;
  events: RuleEvent[];
  after: number;
  channelId: number;
}

/** The rules that apply to a job, from its columns and from those that may concern it. */
export function appliedRules({
  job: { notifyFrequency, tags, notificationType, notificationConfig },
  rules,
  hasDefault,
}: {
  job: {
    notifyFrequency: NotifyFrequency;
    tags: string[];
    notificationType: string | null;
    notificationConfig: string | null;
  };
  rules: readonly StoredRule[];
  /** True if the account has a default channel. */
  hasDefault: boolean;
}): AppliedRule[] {
  return rulesOf({
    job: {
      ...{ notifyFrequency, tags, hasChannel: notificationType !== null && notificationConfig !== null },
      rules: rules.filter(({ jobId }) => jobId !== null),
    },
    tagDefaults: rules.filter(isOfTag),
    accountDefaults: {
      rules: rules.filter(({ jobId, tag }) => jobId === null && tag === null),
      hasChannel: hasDefault,
    },
  });
}

const isOfTag = (rule: StoredRule): rule is StoredRule & { tag: string } => rule.tag !== null;
