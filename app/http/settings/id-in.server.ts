import { AppError } from '#domain/errors.ts';
import { parseExecutionId, parseId } from '#domain/ids.ts';

/**
 * The subject of a form.
 * @throws AppError not_found: no id, as for one that is over or another's
 */
export function idIn(form: FormData): number {
  return found(parseId(textIn({ form, name: 'id' })));
}

/** The delivery of a form. */
export function deliveryIn(form: FormData): number {
  return found(parseExecutionId(textIn({ form, name: 'delivery' })));
}

function textIn({ form, name }: { form: FormData; name: string }): string | undefined {
  const text = form.get(name);
  return typeof text === 'string' ? text : undefined;
}

function found(id: number | null): number {
  if (id === null) throw new AppError('not_found');
  return id;
}
