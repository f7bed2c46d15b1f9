import type { CurlArgument } from '#domain/paste/curl/curl-options.ts';

const noInput = 'Input for a command is not sent.';

/**
 * Takes the words after a browser of the terminal (lynx, links, elinks, w3m), `fetch` of FreeBSD or `GET` of Perl apart:
 * a plain GET of the first address. What is printed is no part of the call.
 */
export function plainGetArguments(words: readonly string[]): CurlArgument[] {
  const found: CurlArgument[] = [];
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s);
    if (/^-{1,2}auth$/.test(name) && value) found.push({ effect: 'user', value, name });
    else if (/^-{1,2}user-?agent$/.test(name) && value) found.push({ effect: 'agent', value, name });
    else if (name === '-head') found.push({ effect: 'head', value: '', name });
    else if (/^-(?:post|get)_data$/.test(name)) found.push({ effect: { left: noInput }, value: '', name });
  }
  const plain = words.filter((word) => !word.startsWith('-'));
  const url =
    plain.find((word) => /^https?:\/\//i.test(word)) ?? plain.filter((word) => word.includes('.')).at(-1);
  if (url !== undefined) found.push({ effect: 'url', value: url, name: url });
  return found;
}

const opened = /\b(?:file_get_contents|readfile|fopen|file)\s*\(\s*(["'])(https?:\/\/[^"'\s]{1,2000})\1/i;

/** Takes `php -r 'file_get_contents("https://…");'` apart; without such an address nothing is found. */
export function phpArguments(words: readonly string[]): CurlArgument[] {
  const code = words[words.indexOf('-r') + 1] ?? '';
  const [whole = '', , url] = words.includes('-r') ? (opened.exec(code) ?? []) : [];
  if (url === undefined) return [];
  const rest = code.replace(whole, '').replaceAll(/[\s();@]|\becho\b/g, '');
  const call: CurlArgument = { effect: 'url', value: url, name: url };
  const left = { effect: { left: 'Only the call is made here.' }, value: code, name: '-r' } as const;
  return rest === '' ? [call] : [call, left];
}
