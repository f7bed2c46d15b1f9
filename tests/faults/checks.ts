import { type Tally, none, sum } from '#dev/test/tally.ts';

const shownFaults = 8;
let tally: Tally = none;

/**
 * One statement about the product: holds, or fails with the difference.
 * @param findErrors returns the violations; none if it holds
 */
export async function check(title: string, findErrors: () => Promise<string[]> | string[]): Promise<void> {
  let errors: string[];
  try {
    errors = await findErrors();
  } catch (error) {
    errors = [error instanceof Error ? error.message : String(error)];
  }
  tally = sum([tally, errors.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }]);
  console.log(`${errors.length === 0 ? 'passed' : 'FAILED'}  ${title}`);
  for (const error of errors.slice(0, shownFaults)) console.log(`          ${error}`);
  if (errors.length > shownFaults) console.log(`          … and ${errors.length - shownFaults} more`);
}

/** Prints a measurement, or the reason why a row is left out. */
export function printNote(text: string): void {
  console.log(`        ${text}`);
}

export function counted(): Tally {
  return tally;
}
