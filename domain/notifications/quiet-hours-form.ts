/** Names of quiet hours in the form of a channel; `isQuiet` switches them on. */
export const quietNames = {
  isQuiet: 'isQuiet',
  weekdays: 'quietDays',
  from: 'quietFrom',
  until: 'quietUntil',
  timeZone: 'quietZone',
} as const;
