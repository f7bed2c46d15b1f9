/**
 * A text with the values of secrets replaced by the names of their variables. A value is found as it is and with any
 * of its characters percent-encoded, however the target wrote it.
 *
 * @param secrets by name of the variable; an empty one hides nothing
 */
export function maskSecrets({
  text,
  secrets,
}: {
  text: string;
  secrets: Readonly<Record<string, string>>;
}): string {
  return (
    Object.entries(secrets)
      .filter(([, value]) => value !== '')
      // One that is part of another must not leave the rest of it.
      .sort(([, one], [, other]) => other.length - one.length)
      .reduce((masked, [name, value]) => masked.replace(patternOf(value), () => `{{${name}}}`), text)
  );
}

function patternOf(value: string): RegExp {
  return new RegExp(Array.from(value, formsOf).join(''), 'gi');
}

/** A character percent-encoded, as a header's bytes read, or itself; a space of a query also as a plus. */
function formsOf(character: string): string {
  const bytes = Buffer.from(character);
  const encoded = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const forms = [encoded, bytes.toString('latin1'), character, ...(character === ' ' ? ['+'] : [])];
  return `(?:${[...new Set(forms)].map(escaped).join('|')})`;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
