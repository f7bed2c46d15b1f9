import { type ParsedUrl, parseUrl } from '#domain/text/parse-url.ts';

export type CheckedUrl = { isValid: true; url: ParsedUrl } | { isValid: false; message: string };

/** Ports the Fetch standard blocks and that are allowed by the range below: "bad ports", at 1024 and above. */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);
/** Ports of databases and the engine: never a web endpoint. */
const servicePorts = new Set([3306, 5432, 6379, 7233, 11211]);

export const longestUrl = 2_048;
export const urlTooLong = 'The URL is longer than 2,048 characters.';

/**
 * Rules for a target's URL without network access (security.md section 2): absolute http or https, no user name, a host
 * with a dot, an allowed port. server/outbound checks addresses.
 */
export function checkTargetUrl(text: string): CheckedUrl {
  if (text.length > longestUrl) return refuse(urlTooLong);
  if (/[\u0000-\u001f\u007f\\]/.test(text) || text !== text.trim()) {
    return refuse('The URL has a space, a backslash or a control character. Remove it.');
  }
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : null;
  if (url === null) return refuse('Enter a full URL starting with http:// or https://.');
  // An empty one too: the parser drops it without a trace.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return refuse('Remove the user name and password from the URL. Send them in an Authorization header.');
  }
  const host = url.hostname.replace(/\.$/, '');
  const isAddress6 = host.startsWith('[');
  if (host === 'localhost') return refuse("Punctual can't reach localhost. Enter a public address.");
  if (!isAddress6 && (!host.includes('.') || /^\.|\.\.|\.$/.test(host)))
    return refuse('The host needs a dot, such as api.example.com.');
  // The parser lets through what no name server has a name for, braces among it.
  if (!isAddress6 && !/^[a-z\d._-]+$/.test(host))
    return refuse('The host has a character that no host name has. Remove it.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if ((port < 1_024 && port !== 80 && port !== 443) || badPorts.has(port) || servicePorts.has(port)) {
    return refuse(`Port ${port} is not allowed. Use 80, 443 or a web port of 1024 and above.`);
  }
  return { isValid: true, url };
}

function refuse(message: string): CheckedUrl {
  return { isValid: false, message };
}
