/** Effect of a curl option on the call; `left` is the reason to leave it out. */
export type CurlEffect =
  | 'url'
  | 'method'
  | 'header'
  | 'data'
  | 'binary'
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
  | 'retry-delay'
  | 'retry-max-time'
  | 'follow'
  | 'scheme'
  | 'globoff'
  | 'quiet'
  | 'next'
  | { left: string };

/** An option of curl with its long name, its letter and whether a value follows it. */
export interface CurlOption {
  long: string;
  short: string | null;
  hasValue: boolean;
  effect: CurlEffect;
}

const certificates = 'Certificates are always checked.';
const clientCertificates = 'Client certificates cannot be sent.';
const files = 'Files on your machine cannot be read here.';
const direct = 'Calls go straight to the target.';
const notKnown = 'This option is not known here.';
const redirects =
  'Credentials are not sent to other origins. Turn on Follow redirects, or enter the final address.';
const signIn = 'Only Basic and Bearer sign-in can be sent.';
const otherProtocol = 'It applies to protocols other than HTTP.';

/** Options by effect, as in the manual of curl: `long` or `long letter`, separated by `|`. */
const withValue: readonly [names: string, effect: CurlEffect][] = [
  ['url', 'url'],
  ['request X', 'method'],
  ['header H', 'header'],
  ['data d|data-ascii', 'data'],
  ['data-binary', 'binary'],
  ['data-raw', 'raw'],
  ['data-urlencode', 'encoded'],
  ['json', 'json'],
  ['url-query', 'query'],
  ['user u', 'user'],
  ['oauth2-bearer', 'bearer'],
  ['user-agent A', 'agent'],
  ['referer e', 'referer'],
  ['cookie b', 'cookie'],
  ['range r', 'range'],
  ['max-time m', 'timeout'],
  ['retry', 'retry'],
  ['retry-delay', 'retry-delay'],
  ['retry-max-time', 'retry-max-time'],
  ['proto-default', 'scheme'],
  ['form F|form-string', 'form'],
  ['upload-file T', 'upload'],
  ['config K|netrc-file', { left: files }],
  ['connect-timeout', { left: 'One timeout covers the whole exchange.' }],
  ['request-target', { left: 'A job calls the path of its address.' }],
  [
    'proxy x|proxy-user U|proxy-header|preproxy|noproxy|proxy1.0|socks4|socks4a|socks5|socks5-hostname|socks5-gssapi-service' +
      '|proxy-service-name|proxy-pass|proxy-key|proxy-key-type|proxy-cert|proxy-cert-type|proxy-tlsuser|proxy-tlspassword' +
      '|proxy-tlsauthtype|proxy-cacert|proxy-capath|proxy-crlfile|proxy-ciphers|proxy-tls13-ciphers|proxy-pinnedpubkey' +
      '|resolve|connect-to|interface|dns-servers|dns-interface|dns-ipv4-addr|dns-ipv6-addr|doh-url|unix-socket' +
      '|abstract-unix-socket|ipfs-gateway',
    { left: direct },
  ],
  [
    'cacert|capath|crlfile|pinnedpubkey|curves|sigalgs|tls-max|tls13-ciphers|ech|engine|egd-file|random-file',
    { left: certificates },
  ],
  ['cert E|cert-type|key|key-type|pass|tlsuser|tlspassword|tlsauthtype', { left: clientCertificates }],
  ['httpsig-algo|httpsig-headers|httpsig-key|httpsig-keyid', { left: signIn }],
  [
    'ftp-account|ftp-alternative-to-user|ftp-method|ftp-port P|ftp-ssl-ccc-mode|quote Q|krb|mail-auth|mail-from|mail-rcpt' +
      '|sasl-authzid|telnet-option t|tftp-blksize|pubkey|hostpubmd5|hostpubsha256|knownhosts|upload-flags',
    { left: otherProtocol },
  ],
  [
    'aws-sigv4|proto|proto-redir|time-cond z|continue-at C|variable|local-port|expect100-timeout|login-options|service-name' +
      '|delegation|etag-compare|haproxy-clientip|ip-tos|vlan-priority',
    { left: notKnown },
  ],
  // Where output goes and how fast a transfer may be says nothing of the call.
  [
    'output o|output-dir|write-out w|dump-header D|stderr|cookie-jar c|trace|trace-ascii|trace-config|etag-save|hsts|alt-svc' +
      '|libcurl|max-filesize|max-redirs|rate|limit-rate|speed-limit Y|speed-time y|keepalive-time|keepalive-cnt|ciphers' +
      '|create-file-mode|happy-eyeballs-timeout-ms|parallel-max|parallel-max-host|ssl-sessions|help h',
    'quiet',
  ],
];

const withoutValue: readonly [names: string, effect: CurlEffect][] = [
  ['get G', 'get'],
  ['head I', 'head'],
  ['globoff g', 'globoff'],
  ['next :', 'next'],
  ['location L|follow', 'follow'],
  ['location-trusted', { left: redirects }],
  ['insecure k|ssl-no-revoke|ssl-revoke-best-effort|ssl-allow-beast|cert-status', { left: certificates }],
  ['ssl-auto-client-cert', { left: clientCertificates }],
  ['netrc n|netrc-optional|metalink', { left: files }],
  ['digest|ntlm|ntlm-wb|negotiate', { left: signIn }],
  [
    'proxytunnel p|proxy-anyauth|proxy-basic|proxy-digest|proxy-ntlm|proxy-negotiate|proxy-insecure|proxy-tlsv1|proxy-http2' +
      '|proxy-http3|proxy-ca-native|proxy-ssl-allow-beast|proxy-ssl-auto-client-cert|haproxy-protocol|socks5-basic' +
      '|socks5-gssapi|socks5-gssapi-nec|suppress-connect-headers|doh-insecure|doh-cert-status',
    { left: direct },
  ],
  [
    'append a|list-only l|use-ascii B|crlf|disable-eprt|disable-epsv|ftp-create-dirs|ftp-pasv|ftp-pret|ftp-skip-pasv-ip' +
      '|ftp-ssl-ccc|ftp-ssl-control|mail-rcpt-allowfails|sasl-ir|tftp-no-options|compressed-ssh|ssl|ssl-reqd',
    { left: otherProtocol },
  ],
  ['tr-encoding|junk-session-cookies j', { left: notKnown }],
  [
    'silent s|show-error S|fail f|fail-early|fail-with-body|verbose v|include i|show-headers|compressed|remote-name O' +
      '|remote-name-all|remote-header-name J|remote-time R|remove-on-error|progress-bar #|no-progress-meter|progress-meter' +
      '|styled-output|trace-time|trace-ids|no-buffer N|buffer|no-clobber|clobber|create-dirs|skip-existing|out-null|xattr' +
      '|dump-ca-embed|manual M|version V',
    'quiet',
  ],
  [
    'ipv4 4|ipv6 6|disable q|http0.9|http1.0 0|http1.1|http2|http2-prior-knowledge|http3|http3-only|alpn|no-alpn|npn|no-npn' +
      '|sslv2 2|sslv3 3|tlsv1 1|tlsv1.0|tlsv1.1|tlsv1.2|tlsv1.3|tls-earlydata|ca-native|false-start|sessionid|no-sessionid' +
      '|tcp-fastopen|tcp-nodelay|mptcp|keepalive|no-keepalive|parallel Z|parallel-immediate',
    'quiet',
  ],
  [
    'basic|anyauth|retry-connrefused|retry-all-errors|path-as-is|raw|ignore-content-length|post301|post302|post303' +
      '|disallow-username-in-url|form-escape',
    'quiet',
  ],
];

/** Every option of curl, also those that it no longer has. */
export const curlOptions: readonly CurlOption[] = [
  ...withValue.flatMap((row) => optionsOf({ row, hasValue: true })),
  ...withoutValue.flatMap((row) => optionsOf({ row, hasValue: false })),
];

function optionsOf({
  row: [names, effect],
  hasValue,
}: {
  row: readonly [names: string, effect: CurlEffect];
  hasValue: boolean;
}): CurlOption[] {
  return names.split('|').map((pair) => {
    const [long = '', short = null] = pair.split(' ');
    return { long, short, hasValue, effect };
  });
}
