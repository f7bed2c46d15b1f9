/** Limits of the saved views of an account. */
export const mostViews = 20;
export const longestViewName = 60;

/**
 * Judges the name of a view.
 * @returns what is wrong with it and how to correct it; null where nothing is
 */
export function viewNameProblem(name: string): string | null {
  if (name.trim() === '') return 'Name: give the view a name.';
  if (name.trim().length > longestViewName)
    return `Name: use at most ${longestViewName} characters. This one has ${name.trim().length}.`;
  return null;
}
