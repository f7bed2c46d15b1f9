import { describeCron } from '#domain/schedule/cron-description.ts';
import { firesOf } from './docs-fires.server.ts';
import { docsTables } from './docs-tables.server.ts';
import { docsValues } from './docs-values.server.ts';

const place = /\[\[([^\]\n]+)\]\]/g;

/**
 * Fills the product's own numbers, sentences and tables into a text, so none of them can differ from the code:
 * `[[plan.free.jobs]]`, `[[cron 30 2 * * *]]`, `[[table faults]]`, `[[fires 30 2 * * * | Europe/Paris | 2027-03-27 |
 * 3]]`.
 * @param places values of this installation, such as its origin
 * @throws Error for an unknown place
 */
export function fillIn({ text, places }: { text: string; places: Record<string, string> }): string {
  const values = { ...docsValues, ...places };
  return text.replace(place, (_, asked: string) => {
    const [kind = '', ...rest] = asked.split(' ');
    const argument = rest.join(' ');
    const found = findValue({ kind, argument, values });
    if (found === undefined) throw new Error(`The documentation asks for ${asked}, which there is not.`);
    return found;
  });
}

function findValue({
  kind,
  argument,
  values,
}: {
  kind: string;
  argument: string;
  values: Record<string, string>;
}): string | undefined {
  if (kind === 'cron') return describeCron(argument);
  if (kind === 'fires') return firesOf(argument);
  if (kind === 'table') return docsTables[argument]?.();
  return Object.hasOwn(values, kind) ? values[kind] : undefined;
}
