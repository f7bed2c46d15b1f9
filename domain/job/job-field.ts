/** One field of a job, in all places that have it. */
export interface JobField {
  /** Name in the form and in the schema. */
  input: string;
  /** Name in the API, imports and exports. */
  wire: string;
  label: string;
  /** Tab of the form. */
  section: 'url' | 'http' | 'timeout' | 'criterion' | 'notifications' | 'status';
  /** Value of a new job. Its type is the type of the field. */
  default: unknown;
  /** Characters allowed in a text (domain/text/plain-text.ts). */
  characters?: 'line' | 'text' | 'content';
  /** The column holds JSON. */
  isJson?: true;
  /** The column is encrypted. */
  isSealed?: true;
}

/** A value with the type of its field, which takes others too. */
export const initial = <Value>(value: Value): Value => value;
