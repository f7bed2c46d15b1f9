/** Triggers of an execution that stands for a scheduled time. */
export const fireTriggers = ['schedule', 'catch_up'] as const;
export type FireTrigger = (typeof fireTriggers)[number];

/** Triggers of one that a person or a program requested. */
export const requestTriggers = ['manual', 'api', 'replay'] as const;
export type RequestTrigger = (typeof requestTriggers)[number];

/** Reasons why an execution exists. */
export const executionTriggers = [...fireTriggers, ...requestTriggers] as const;
export type ExecutionTrigger = (typeof executionTriggers)[number];

/** Reasons why a call is made: a test run calls without an execution. */
export const callTriggers = [...executionTriggers, 'test'] as const;
export type CallTrigger = (typeof callTriggers)[number];

/** True for an execution that stands for a scheduled time. */
export function isFireTrigger(trigger: CallTrigger): trigger is FireTrigger {
  return (fireTriggers as readonly CallTrigger[]).includes(trigger);
}
