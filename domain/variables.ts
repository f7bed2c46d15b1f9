const known = new Set([
  'scheduled_for',
  'now',
  'execution_id',
  'attempt',
  'job_id',
  'trigger',
  'last_success_at',
]);
const secretName = /^secret\.[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The first `{{name}}` of a text that stands for nothing (D41); null when all are known. */
export function unknownVariable(text: string): string | null {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (!known.has(name) && !secretName.test(name)) return name.slice(0, 60);
  }
  return null;
}

/** A text with a figure in the place of each variable: JSON that is filled in later is judged so. */
export function withoutVariables(text: string): string {
  return text.replace(variable, '0');
}
