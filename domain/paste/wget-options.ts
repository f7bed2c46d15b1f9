import type { CurlArgument, CurlEffect } from './curl-options.ts';

const noFiles = 'Files of your machine cannot be read here.';

/** The options of wget that say something of the call, in the words of cURL's; all others say what is kept or printed. */
const options: Record<string, { effect: CurlEffect; hasValue: boolean }> = {
  '--method': { effect: 'method', hasValue: true },
  '--header': { effect: 'header', hasValue: true },
  '--post-data': { effect: 'raw', hasValue: true },
  '--body-data': { effect: 'raw', hasValue: true },
  '--post-file': { effect: 'file', hasValue: true },
  '--body-file': { effect: 'file', hasValue: true },
  '--user-agent': { effect: 'agent', hasValue: true },
  '-U': { effect: 'agent', hasValue: true },
  '--referer': { effect: 'referer', hasValue: true },
  '--timeout': { effect: 'timeout', hasValue: true },
  '-T': { effect: 'timeout', hasValue: true },
  '--tries': { effect: { left: 'The retry count is set in the form.' }, hasValue: true },
  '-t': { effect: { left: 'The retry count is set in the form.' }, hasValue: true },
  '--no-check-certificate': { effect: { left: 'Certificates are always checked.' }, hasValue: false },
  '--spider': { effect: 'head', hasValue: false },
  '--load-cookies': { effect: { left: noFiles }, hasValue: true },
  '--ca-certificate': { effect: { left: 'Certificates are always checked.' }, hasValue: true },
  '--certificate': { effect: { left: 'Client certificates cannot be sent.' }, hasValue: true },
  '--private-key': { effect: { left: 'Client certificates cannot be sent.' }, hasValue: true },
  '--max-redirect': { effect: { left: 'Redirects are not followed.' }, hasValue: true },
};
const quietWithValue =
  /^(?:-[a-zA-Z]*[OoaPiewQ]|--output-(?:document|file)|--append-output|--directory-prefix|--limit-rate|--wait(?:retry)?|--(?:dns|connect|read)-timeout|--save-cookies|--execute)$/;
const signIn = /^--(?:http-)?(user|password)$/;

/** Takes the words after `wget` apart: what lets a crontab line of its kind become a call. */
export function wgetArguments(words: readonly string[]): CurlArgument[] {
  const found: CurlArgument[] = [];
  const account = { user: '', password: '' };
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', inline] = (words[at] ?? '').split(/=(.*)/s);
    if (!name.startsWith('-')) {
      found.push({ effect: 'url', value: words[at] ?? '', name });
      continue;
    }
    const known = options[name];
    const part = signIn.exec(name)?.[1];
    if (part === 'user' || part === 'password') {
      account[part] = inline ?? words[(at += 1)] ?? '';
    } else if (known) {
      const value = known.hasValue ? (inline ?? words[(at += 1)] ?? '') : '';
      found.push({ effect: known.effect, value, name });
    } else if (inline === undefined && quietWithValue.test(name)) {
      at += 1;
    }
  }
  const { user, password } = account;
  if (user !== '') found.push({ effect: 'user', value: `${user}:${password}`, name: '--user' });
  return found;
}
