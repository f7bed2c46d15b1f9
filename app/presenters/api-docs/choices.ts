// Choices on the API page; browsers load this file, so it has no imports.

/** The languages every call is shown in, in the order of the tabs. */
export const languages = [
  { value: 'curl', label: 'cURL', code: 'shell' },
  { value: 'javascript', label: 'JavaScript', code: 'program' },
  { value: 'python', label: 'Python', code: 'program' },
  { value: 'go', label: 'Go', code: 'program' },
] as const;

export type Language = (typeof languages)[number]['value'];

export type GroupName = 'jobs' | 'executions' | 'incidents' | 'channels' | 'events';

/** The tabs of the reference. */
export const groups: readonly { value: GroupName; label: string }[] = [
  { value: 'jobs', label: 'Jobs' },
  { value: 'executions', label: 'Executions' },
  { value: 'incidents', label: 'Incidents' },
  { value: 'channels', label: 'Channels' },
  { value: 'events', label: 'Events' },
];
