/** D41a: jobs of one import. */
export const mostJobs = 1_000;
/** Values of a JSON text: a thousand jobs with all fields, 50 headers and 20 tags have half of them. */
export const mostValues = 200_000;
/** Lists and objects of JSON in each other, as in a body of the API. */
export const deepest = 64;
/** Signs, words and breaks of a YAML text: its parser takes 350 bytes for each. */
export const mostTokens = 400_000;
/** Each is looked up among all nodes of the document. */
export const mostAliases = 1_000;
/** Lines of a crontab that hold something: three for each job of an export, and others. */
export const mostLines = 4_000;

export function tooMany({ count, of, most }: { count: number; of: string; most: number }): string {
  return `There are ${shown(count)} ${of}. An import can have ${shown(most)}: split it.`;
}

export function tooMuch({ of, most }: { of: string; most: number }): string {
  return `There are more than ${shown(most)} ${of}: split it.`;
}

const shown = (count: number) => count.toLocaleString('en-US');
