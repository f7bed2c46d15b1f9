/** The variables of every job, each with its meaning. */
export const variables = [
  { name: 'scheduled_for', meaning: 'The instant that the schedule names' },
  { name: 'now', meaning: 'When the attempt starts' },
  { name: 'execution_id', meaning: 'The same for all attempts' },
  { name: 'attempt', meaning: '1 for the first' },
  { name: 'job_id', meaning: 'This job' },
  { name: 'trigger', meaning: 'schedule, catch_up, manual, api or replay' },
  { name: 'last_success_at', meaning: 'When it last succeeded' },
] as const;

const known = new Set<string>(variables.map(({ name }) => name));
const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const secretPrefix = 'secret.';

// `{{{{` is a written `{{`. Names are far shorter than 200; the bound keeps a long text of braces and blanks linear.
const token = /\{\{\{\{|\{\{([^{}]{0,200})\}\}/g;
const writtenBraces = '{{{{';

/** A piece of a text with variables: literal text, or the name of a variable; `at` is its place in the text. */
export type Piece = { text: string; at: number } | { name: string; at: number };

/** Takes a text apart at its `{{name}}`s; `{{{{` comes out as a written `{{` (D41). */
export function piecesOf(text: string): Piece[] {
  if (!text.includes('{{')) return text === '' ? [] : [{ text, at: 0 }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, name = ''] = match;
    const { index: at } = match;
    pieces.push({ text: text.slice(end, at), at: end });
    pieces.push(whole === writtenBraces ? { text: '{{', at } : { name: name.trim(), at });
    end = at + whole.length;
  }
  pieces.push({ text: text.slice(end), at: end });
  return pieces.filter((piece) => 'name' in piece || piece.text !== '');
}

/** The names of the variables in a text, each once. */
export function variableNames(text: string): string[] {
  if (!text.includes('{{')) return [];
  return [...new Set(piecesOf(text).flatMap((piece) => ('name' in piece ? [piece.name] : [])))];
}

/** Reports whether a secret of an account can be called so: it is written as {{secret.NAME}} (D41). */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The name of the secret a variable stands for; null for other variables. */
export function secretOf(variable: string): string | null {
  return variable.startsWith(secretPrefix) ? variable.slice(secretPrefix.length) : null;
}

/** The first unknown `{{name}}` of a text (D41); null if all are known. */
export function unknownVariable(text: string): string | null {
  const unknown = variableNames(text).find((name) => !known.has(name) && !isSecretName(secretOf(name) ?? ''));
  return unknown?.slice(0, 60) ?? null;
}

/** A text with a digit instead of each variable: so JSON is checked before it is filled in. */
export function withoutVariables(text: string): string {
  return piecesOf(text)
    .map((piece) => ('name' in piece ? '0' : piece.text))
    .join('');
}
