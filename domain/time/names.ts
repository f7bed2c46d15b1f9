/** From January on. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** From Sunday on, as cron and Date number them. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const short = (name: string) => name.slice(0, 3);

/** "Jan", from January on. */
export const shortMonths: readonly string[] = monthNames.map(short);
/** "Sun", from Sunday on. */
export const shortWeekdays: readonly string[] = weekdayNames.map(short);

/** "JAN", as cron writes it. */
export const cronMonths: readonly string[] = shortMonths.map((name) => name.toUpperCase());
/** "SUN", as cron writes it. */
export const cronWeekdays: readonly string[] = shortWeekdays.map((name) => name.toUpperCase());

/** Moves Sunday to the end: the week of calendars. */
export const fromMonday = <Name>([sunday, ...others]: readonly Name[]): Name[] => [
  ...others,
  ...(sunday === undefined ? [] : [sunday]),
];
