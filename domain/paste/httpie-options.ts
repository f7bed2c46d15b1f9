import type { CurlEffect } from '#domain/paste/curl/curl-option-list.ts';
import type { CurlArgument } from '#domain/paste/curl/curl-options.ts';

const certificates = 'Certificates are always checked.';
const files = 'Files on your machine cannot be read here.';

/** HTTPie options that affect the call; all others affect its output. */
const options: Record<string, { effect: CurlEffect; hasValue: boolean }> = {
  '--auth': { effect: 'user', hasValue: true },
  '-a': { effect: 'user', hasValue: true },
  '--timeout': { effect: 'timeout', hasValue: true },
  '--raw': { effect: 'raw', hasValue: true },
  '--follow': { effect: 'follow', hasValue: false },
  '-F': { effect: 'follow', hasValue: false },
  '--verify': { effect: { left: certificates }, hasValue: true },
  '--cert': { effect: { left: 'Client certificates cannot be sent.' }, hasValue: true },
  '--session': { effect: { left: files }, hasValue: true },
};
const quietWithValue = /^(?:-o|-p|--output|--print|--pretty|--style|-s|--max-redirects)$/;
const item = /^([^=:@]+?)(:=|==|=@|:@|[=:@])(.*)$/s;

interface Items {
  json: [string, unknown][];
  found: CurlArgument[];
}

/** Takes the words after `http`, `https` or `xh` apart: `http POST example.com name=value Header:value`. */
export function httpieArguments(words: readonly string[]): CurlArgument[] {
  const items: Items = { json: [], found: [] };
  const { found, json } = items;
  let isForm = false;
  let url: string | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name = '', inline] = word.split(/=(.*)/s);
    const known = word.startsWith('-') ? options[name] : undefined;
    if (known) {
      const value = known.hasValue ? (inline ?? words[(at += 1)] ?? '') : '';
      found.push({ effect: known.effect, value, name });
    } else if (word.startsWith('-')) {
      if (name === '--form' || name === '-f') isForm = true;
      if (inline === undefined && quietWithValue.test(name)) at += 1;
    } else if (url === null && /^[A-Z]+$/.test(word)) found.push({ effect: 'method', value: word, name });
    else if (url === null) {
      url = word.startsWith(':') ? `localhost${word.replace(/^:(?!\d)/, '')}` : word;
      found.push({ effect: 'url', value: url, name });
    } else takeItem({ word, items });
  }
  if (json.length === 0) return found;
  if (isForm)
    return [
      ...found,
      ...json.map(([key, value]) => ({
        effect: 'encoded' as const,
        value: `${key}=${String(value)}`,
        name: key,
      })),
    ];
  return [...found, { effect: 'json', value: JSON.stringify(Object.fromEntries(json)), name: 'fields' }];
}

function takeItem({ word, items: { json, found } }: { word: string; items: Items }): void {
  const [, key = '', sign = '', value = ''] = item.exec(word) ?? [];
  if (sign === '=') json.push([key, value]);
  else if (sign === ':') found.push({ effect: 'header', value: `${key}:${value}`, name: key });
  else if (sign === '==') found.push({ effect: 'query', value: `${key}=${value}`, name: key });
  else if (sign === ':=') json.push([key, jsonOf(value)]);
  else
    found.push({
      effect: { left: sign === '' ? 'It is not a request field.' : files },
      value: word,
      name: '',
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
