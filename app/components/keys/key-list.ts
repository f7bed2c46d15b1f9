/** Scope of a shortcut, in the order of the sheet. */
export const keyPlaces = [
  'Anywhere',
  'In Lists',
  'On a Job or Its Row',
  'On an Execution',
  'In Forms',
] as const;

interface KnownKey {
  name: string;
  /** One press, or two in sequence; `mod` is Command on a Mac and Ctrl elsewhere. */
  presses: readonly string[];
  /** Alternative press with the same effect. */
  other?: string;
  words: string;
  place: (typeof keyPlaces)[number];
}

/** Every shortcut of the product (interface.md section 4). Pages bind their actions with `useKey`. */
export const keyList = [
  { name: 'menu', presses: ['mod+k'], words: 'Open the command menu', place: 'Anywhere' },
  { name: 'search', presses: ['/'], words: 'Search', place: 'Anywhere' },
  { name: 'create', presses: ['c'], words: 'Create a job', place: 'Anywhere' },
  { name: 'go-dashboard', presses: ['g', 'd'], words: 'Go to Dashboard', place: 'Anywhere' },
  { name: 'go-api-docs', presses: ['g', 'a'], words: 'Go to API Documentation', place: 'Anywhere' },
  { name: 'go-settings', presses: ['g', 's'], words: 'Go to Settings', place: 'Anywhere' },
  { name: 'sheet', presses: ['?'], words: 'Show these shortcuts', place: 'Anywhere' },
  { name: 'next', presses: ['j'], words: 'Next row', place: 'In Lists' },
  { name: 'previous', presses: ['k'], words: 'Previous row', place: 'In Lists' },
  { name: 'select', presses: ['x'], words: 'Select the job', place: 'In Lists' },
  { name: 'open', presses: ['o'], other: 'Enter', words: 'Open the row', place: 'In Lists' },
  { name: 'pause', presses: ['p'], words: 'Pause or resume', place: 'On a Job or Its Row' },
  { name: 'run', presses: ['r'], words: 'Run now', place: 'On a Job or Its Row' },
  { name: 'edit', presses: ['e'], words: 'Edit', place: 'On a Job or Its Row' },
  { name: 'previous-execution', presses: ['['], words: 'Previous execution', place: 'On an Execution' },
  { name: 'next-execution', presses: [']'], words: 'Next execution', place: 'On an Execution' },
  { name: 'submit', presses: ['mod+Enter'], words: 'Save the form', place: 'In Forms' },
] as const satisfies readonly KnownKey[];

export type KeyName = (typeof keyList)[number]['name'];
