const known = new Set([
  'scheduled_for',
  'now',
  'execution_id',
  'attempt',
  'job_id',
  'trigger',
  'last_success_at',
]);
const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const secretPrefix = 'secret.';

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Whether a secret of an account can be called so: it is written as {{secret.NAME}} (D41). */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The first `{{name}}` of a text that stands for nothing (D41); null when all are known. */
export function unknownVariable(text: string): string | null {
  for (const [, name = ''] of text.matchAll(variable)) {
    const isSecret = name.startsWith(secretPrefix) && isSecretName(name.slice(secretPrefix.length));
    if (!known.has(name) && !isSecret) return name.slice(0, 60);
  }
  return null;
}

/** A text with a figure in the place of each variable: JSON that is filled in later is judged so. */
export function withoutVariables(text: string): string {
  return text.replace(variable, '0');
}
