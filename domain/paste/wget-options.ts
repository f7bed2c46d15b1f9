import type { CurlEffect } from '#domain/paste/curl/curl-option-list.ts';
import type { CurlArgument } from '#domain/paste/curl/curl-options.ts';

const files = { left: 'Files on your machine cannot be read here.' };
const certificates = { left: 'Certificates are always checked.' };
const clientCertificates = { left: 'Client certificates cannot be sent.' };
const direct = { left: 'Calls go straight to the target.' };
const retries = { left: 'The retry count is set in the form.' };
const onePage = { left: 'A job calls one address and follows no links.' };

/** Options of wget whose value says something of the call, in the words of curl's. */
const withValue: Readonly<Record<string, CurlEffect>> = {
  ...{ '--method': 'method', '--header': 'header', '--post-data': 'raw', '--body-data': 'raw' },
  ...{ '--post-file': 'file', '--body-file': 'file' },
  ...{
    '--user-agent': 'agent',
    '-U': 'agent',
    '--referer': 'referer',
    '--timeout': 'timeout',
    '-T': 'timeout',
  },
  ...{ '--tries': retries, '-t': retries, '--retry-on-http-error': retries },
  ...{ '--load-cookies': files, '--input-file': files, '-i': files, '--config': files },
  ...{ '--ca-certificate': certificates, '--ca-directory': certificates, '--crl-file': certificates },
  ...{ '--pinnedpubkey': certificates, '--certificate': clientCertificates },
  ...{ '--private-key': clientCertificates, '--bind-address': direct, '--proxy-user': direct },
  ...{
    '--proxy-password': direct,
    '--max-redirect': { left: 'A job follows up to 5 redirects if Follow redirects is on.' },
    '--level': onePage,
  },
  ...{ '-l': onePage, '--accept': onePage, '-A': onePage, '--reject': onePage, '-R': onePage },
};
const withoutValue: Readonly<Record<string, CurlEffect>> = {
  ...{ '--no-check-certificate': certificates, '--spider': 'head' },
  ...{ '--recursive': onePage, '-r': onePage, '--mirror': onePage, '-m': onePage },
  ...{ '--page-requisites': onePage, '-p': onePage },
};
/** Options about storing or printing. */
const quiet = new Set(
  (
    '-e -o -a -B -O -w -Q -P -D -I -X --execute --output-file --append-output --base --rejected-log --report-speed ' +
    '--output-document --start-pos --progress --dns-timeout --connect-timeout --read-timeout --wait --waitretry ' +
    '--quota --limit-rate --restrict-file-names --prefer-family --use-askpass --local-encoding --remote-encoding ' +
    '--directory-prefix --cut-dirs --default-page --compression --save-cookies --secure-protocol --certificate-type ' +
    '--private-key-type --ciphers --hsts-file --ftp-user --ftp-password --warc-file --warc-header --warc-max-size ' +
    '--warc-dedup --warc-tempdir --backups --accept-regex --reject-regex --regex-type --domains --exclude-domains ' +
    '--follow-tags --ignore-tags --include-directories --exclude-directories'
  ).split(' '),
);
/** Two letters that are one option. */
const pairs = /^-(?:nv|nc|nd|nH|np)$/;
const signIn = /^--(?:http-)?(user|password)$/;

/** Takes the words after `wget` apart into options with their values, and addresses. */
export function wgetArguments(words: readonly string[]): CurlArgument[] {
  const found: CurlArgument[] = [];
  const account = { user: '', password: '' };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      found.push({ effect: 'url', value: word, name: word });
      continue;
    }
    const isLong = word.startsWith('--');
    const [name = '', inline] = isLong ? word.split(/=(.*)/s) : valuedLetter({ cluster: word, found });
    const part = signIn.exec(name)?.[1];
    const hasValue = part !== undefined || Object.hasOwn(withValue, name) || quiet.has(name);
    if (hasValue) {
      const value = inline ?? words[(at += 1)] ?? '';
      if (part === 'user' || part === 'password') account[part] = value;
      else found.push({ effect: withValue[name] ?? 'quiet', value, name });
    } else {
      found.push({ effect: withoutValue[name] ?? 'quiet', value: '', name });
    }
  }
  const { user, password } = account;
  if (user !== '') found.push({ effect: 'user', value: `${user}:${password}`, name: '--user' });
  return found;
}

/** `-qO-`: the letter of a cluster that takes a value, with that value; the other letters are flags. */
function valuedLetter({
  cluster,
  found,
}: {
  cluster: string;
  found: CurlArgument[];
}): [name: string, inline?: string] {
  if (pairs.test(cluster)) return [cluster];
  for (let at = 1; at < cluster.length; at += 1) {
    const name = `-${cluster.charAt(at)}`;
    const rest = cluster.slice(at + 1);
    if (Object.hasOwn(withValue, name) || quiet.has(name)) return rest === '' ? [name] : [name, rest];
    found.push({ effect: withoutValue[name] ?? 'quiet', value: '', name });
  }
  return [''];
}
