import { z } from 'zod';

/**
 * The names of the fields a form's schema takes.
 * @throws Error for a schema that is no object: its form has no names to be held to
 */
export function fieldNamesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldNamesOf(schema.def.in as z.ZodType);
  throw new Error('The schema of a form is an object.');
}
