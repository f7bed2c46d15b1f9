/** Fields by tab, in order. */
export const formSections = [
  {
    value: 'url',
    label: 'URL & Time',
    fields: [
      ...['name', 'description', 'type', 'webhookURL', 'mode', 'timeInterval', 'cronExpression'],
      ...['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek', 'timezone', 'catchUp', 'overlap'],
    ],
  },
  {
    value: 'http',
    label: 'HTTP',
    fields: ['httpMethod', 'auth', 'headers', 'payload', 'signing', 'followRedirects'],
  },
  { value: 'timeout', label: 'Timeout', fields: ['timeout', 'retryCount', 'retryDelays'] },
  {
    value: 'criterion',
    label: 'Criterion',
    fields: ['successCriterion', 'successRegex', 'acceptedStatuses'],
  },
  {
    value: 'notifications',
    label: 'Notifications',
    fields: ['notifyFrequency', 'notificationType', 'notificationConfig'],
  },
  { value: 'status', label: 'Status', fields: ['status', 'tags', 'externalId'] },
] as const satisfies readonly { value: string; label: string; fields: readonly string[] }[];

export type SectionName = (typeof formSections)[number]['value'];

/** Number of fields of each tab are wrong. */
export function errorCounts(
  errors: Record<string, string[] | null | undefined>,
): Record<SectionName, number> {
  const counts = formSections.map(({ value, fields }) => [
    value,
    fields.filter((field) => errors[field]?.length).length,
  ]);
  return Object.fromEntries(counts) as Record<SectionName, number>;
}

/** "2 errors, in HTTP and Status"; null when there is none. */
export function errorSummary(counts: Record<SectionName, number>): string | null {
  const wrong = formSections.filter(({ value }) => counts[value] > 0);
  const total = wrong.reduce((sum, { value }) => sum + counts[value], 0);
  if (total === 0) return null;
  const labels = wrong.map(({ label }) => label);
  const places =
    labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}` : labels[0];
  return `${total} ${total === 1 ? 'error' : 'errors'}, in ${places ?? ''}`;
}
