/** Limits of the saved views of an account. */
export const mostViews = 20;
export const longestViewName = 60;

/**
 * Judges the name of a view.
 * @returns what is wrong with it and how to correct it; null where nothing is
 */
export function viewNameProblem(name: string): string | null {
  if (name.trim() === '') return 'Enter a name for the view.';
  if (name.trim().length > longestViewName)
    return `The name can have at most ${longestViewName} characters. This one has ${name.trim().length}.`;
  return null;
}
