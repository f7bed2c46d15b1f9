/** What the options of cURL do to the call; `left` carries why one is not taken. */
export type CurlEffect =
  | 'url'
  | 'method'
  | 'header'
  | 'data'
  | 'raw'
  | 'json'
  | 'encoded'
  | 'query'
  | 'form'
  | 'upload'
  | 'file'
  | 'get'
  | 'head'
  | 'user'
  | 'bearer'
  | 'agent'
  | 'referer'
  | 'cookie'
  | 'range'
  | 'timeout'
  | 'retry'
  | 'quiet'
  | 'next'
  | { left: string };

interface CurlOption {
  long: string;
  short?: string;
  hasValue: boolean;
  effect: CurlEffect;
}

const certificates = 'Certificates are always checked.';
const files = 'Files of your machine cannot be read here.';
const direct = 'Calls go straight to the target.';
const notKnown = 'This option is not known here.';

const option = (names: string, effect: CurlEffect, hasValue = true): CurlOption => {
  const [long = '', short] = names.split(' ');
  return { long, ...(short !== undefined && { short }), hasValue, effect };
};
const flag = (names: string, effect: CurlEffect): CurlOption => option(names, effect, false);

const options: CurlOption[] = [
  option('url', 'url'),
  option('request X', 'method'),
  option('header H', 'header'),
  option('data d', 'data'),
  option('data-ascii', 'data'),
  option('data-binary', 'data'),
  option('data-raw', 'raw'),
  option('data-urlencode', 'encoded'),
  option('json', 'json'),
  option('url-query', 'query'),
  flag('get G', 'get'),
  flag('head I', 'head'),
  option('user u', 'user'),
  option('oauth2-bearer', 'bearer'),
  option('user-agent A', 'agent'),
  option('referer e', 'referer'),
  option('cookie b', 'cookie'),
  option('range r', 'range'),
  option('max-time m', 'timeout'),
  option('retry', 'retry'),
  flag('next :', 'next'),
  flag('location L', { left: 'Redirects are not followed: write the address that they lead to.' }),
  flag('location-trusted', { left: 'Redirects are not followed: write the address that they lead to.' }),
  flag('insecure k', { left: certificates }),
  option('cacert', { left: certificates }),
  option('cert E', { left: 'Client certificates cannot be sent.' }),
  option('key', { left: 'Client certificates cannot be sent.' }),
  option('form F', 'form'),
  option('form-string', 'form'),
  option('upload-file T', 'upload'),
  option('config K', { left: files }),
  option('proxy x', { left: direct }),
  option('resolve', { left: direct }),
  option('connect-to', { left: direct }),
  option('interface', { left: direct }),
  ...'proxy-user U|proxy-header|preproxy|noproxy|socks4|socks4a|socks5|socks5-hostname|dns-servers|doh-url'
    .split('|')
    .map((names) => option(names, { left: direct })),
  ...'capath|crlfile|pinnedpubkey|curves|tls-max|tls13-ciphers'
    .split('|')
    .map((names) => option(names, { left: certificates })),
  ...'cert-type|key-type|pass'
    .split('|')
    .map((names) => option(names, { left: 'Client certificates cannot be sent.' })),
  flag('netrc n', { left: files }),
  option('netrc-file', { left: files }),
  option('unix-socket', { left: direct }),
  option('connect-timeout', { left: 'One timeout covers the whole exchange.' }),
  option('retry-delay', { left: 'Retries wait longer each time.' }),
  option('retry-max-time', { left: 'Retries wait longer each time.' }),
  flag('digest', { left: 'Only Basic and Bearer sign-in can be sent.' }),
  flag('ntlm', { left: 'Only Basic and Bearer sign-in can be sent.' }),
  flag('negotiate', { left: 'Only Basic and Bearer sign-in can be sent.' }),
  // What is printed where, and how, says nothing of the call.
  ...['output o', 'write-out w', 'dump-header D', 'stderr', 'cookie-jar c', 'trace', 'trace-ascii'].map(
    (names) => option(names, 'quiet'),
  ),
  ...['max-redirs', 'speed-limit Y', 'speed-time y', 'limit-rate', 'keepalive-time', 'ciphers'].map((names) =>
    option(names, 'quiet'),
  ),
  ...'output-dir|trace-config|etag-save|hsts|alt-svc|libcurl|max-filesize|rate|keepalive-cnt'
    .split('|')
    .map((names) => option(names, 'quiet')),
  // Not taken, but what follows them is theirs and no address.
  ...'aws-sigv4|proto|proto-default|proto-redir|request-target|time-cond z|continue-at C|quote Q|variable|local-port'
    .split('|')
    .map((names) => option(names, { left: notKnown })),
  ...'expect100-timeout|login-options|service-name|delegation|etag-compare|haproxy-clientip|expand-url|expand-data'
    .split('|')
    .map((names) => option(names, { left: notKnown })),
  ...['silent s', 'show-error S', 'fail f', 'fail-with-body', 'verbose v', 'include i', 'compressed'].map(
    (names) => flag(names, 'quiet'),
  ),
  ...['remote-name O', 'progress-bar #', 'no-buffer N', 'globoff g', 'ipv4 4', 'ipv6 6', 'disable q'].map(
    (names) => flag(names, 'quiet'),
  ),
  ...['http1.0 0', 'http1.1', 'http2', 'http3', 'tlsv1.2', 'tlsv1.3', 'basic', 'anyauth'].map((names) =>
    flag(names, 'quiet'),
  ),
  ...['retry-connrefused', 'retry-all-errors', 'no-progress-meter', 'no-keepalive', 'path-as-is'].map(
    (names) => flag(names, 'quiet'),
  ),
];

const byLong = new Map(options.map((one) => [one.long, one]));
const byShort = new Map(
  options.flatMap((one) => (one.short === undefined ? [] : [[one.short, one] as const])),
);

export interface CurlArgument {
  effect: CurlEffect;
  value: string;
  /** As it was written: `-X`, `--header`. */
  name: string;
}

/** Takes the words after `curl` apart into options with their values, and addresses. */
export function curlArguments(words: readonly string[]): CurlArgument[] {
  const found: CurlArgument[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('--') && word.length > 2) {
      const [name = '', inline] = word.slice(2).split(/=(.*)/s);
      const known = byLong.get(name);
      const value = known?.hasValue ? (inline ?? words[(at += 1)] ?? '') : '';
      found.push({
        effect: known?.effect ?? { left: notKnown },
        value,
        name: `--${name}`,
      });
    } else if (word.startsWith('-') && word.length > 1) {
      at += shortOptions({ letters: word.slice(1), next: words[at + 1] ?? '', found });
    } else if (word !== '--') {
      found.push({ effect: 'url', value: word, name: word });
    }
  }
  return found;
}

/** `-fsSX POST` and `-XPOST`: an option with a value ends the cluster. Answers how many further words it took. */
function shortOptions({
  letters,
  next,
  found,
}: {
  letters: string;
  next: string;
  found: CurlArgument[];
}): number {
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charAt(index);
    const known = byShort.get(letter);
    const name = `-${letter}`;
    if (!known) {
      found.push({ effect: { left: notKnown }, value: '', name });
    } else if (!known.hasValue) {
      found.push({ effect: known.effect, value: '', name });
    } else {
      const inline = letters.slice(index + 1);
      found.push({ effect: known.effect, value: inline || next, name });
      return inline ? 0 : 1;
    }
  }
  return 0;
}
