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

/** The first `{{name}}` of a text that stands for nothing (D41); null when all are known. */
export function unknownVariable(text: string): string | null {
  for (const [, name = ''] of text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    if (!known.has(name) && !secretName.test(name)) return name.slice(0, 60);
  }
  return null;
}
