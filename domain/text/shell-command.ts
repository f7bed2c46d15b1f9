/** Parts of a request for a command. */
interface CommandRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | null;
}

/**
 * The request as a curl command for a POSIX shell. Every part is quoted so nothing in it is a command, a variable or a
 * history entry; characters that move a terminal's cursor are written as escapes.
 */
export function curlCommand({ method, url, headers, payload }: CommandRequest): string {
  const hasBody = payload !== null && payload !== '';
  const parts = [
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && !hasBody ? [] : [`-X ${method}`]),
    // Braces and brackets of an address are its own: without this curl takes them for a pattern.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quoted(url),
    ...Object.entries(headers).map(([name, value]) =>
      value === '' ? `-H ${quoted(`${name};`)}` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(hasBody ? [`--data-raw ${quoted(payload)}`] : []),
  ];
  return ['curl', ...parts].join(' \\\n  ').replace('curl \\\n  ', 'curl ');
}

// C0 without newline, DEL and C1.
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

function quoted(text: string): string {
  if (text.search(unsafe) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replace(/[\\']/g, String.raw`\$&`).replace(unsafe, escaped)}'`;
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
