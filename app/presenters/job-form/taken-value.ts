/** A value of a test run written into a field of the form, and the one before it. */
export interface TakenValue {
  field: 'webhookURL' | 'acceptedStatuses';
  value: string;
  previous: string;
}

/** "The URL is now https://example.com/"; without a full stop, which would read as a part of it. */
export function takenText({ field, value }: Pick<TakenValue, 'field' | 'value'>): string {
  return field === 'webhookURL' ? `The URL is now ${value}` : `The accepted statuses are now ${value}`;
}
