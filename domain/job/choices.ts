// The values that fields of a job choose from. Without zod: workflows and pages take them too.

export const jobStatuses = ['active', 'paused', 'inactive'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobTypes = ['webhook', 'email'] as const;
export type JobType = (typeof jobTypes)[number];

/** Tabs of the form that say when a job fires. */
export const scheduleModes = ['every', 'builder', 'cron', 'manual', 'none'] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

/** The rule for a fire while a call of its job is in flight. */
export const overlapPolicies = ['skip', 'queue', 'allow'] as const;
export type Overlap = (typeof overlapPolicies)[number];

/** The rule for fires that an outage held back. */
export const catchUpPolicies = ['last', 'none', 'all'] as const;
export type CatchUp = (typeof catchUpPolicies)[number];

export const successCriteria = ['status_code', 'body_match', 'body_fail_match'] as const;
export type Criterion = (typeof successCriteria)[number];
/** The criteria that look for a pattern in the response. */
export type PatternCriterion = Exclude<Criterion, 'status_code'>;

export const notifyFrequencies = ['never', 'always', 'on_failure', 'on_success'] as const;
export type NotifyFrequency = (typeof notifyFrequencies)[number];

/** The channels that a job, or an account for its jobs, can name. */
export const jobChannels = ['slack', 'webhook'] as const;
export type JobChannel = (typeof jobChannels)[number];
