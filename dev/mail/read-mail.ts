/** A mail, decoded. */
export interface ReadMail {
  /** Headers for a reader or a mail program. */
  headers: Record<string, string>;
  text: string;
  /** Null for a mail of text alone. */
  html: string | null;
}

const shownHeaders = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

interface Part {
  header: (name: string) => string;
  body: string;
}

/** Reads a mail as our own mail server gets it: text, or text and HTML side by side. */
export function readMail(raw: string): ReadMail {
  const mail = partOf(raw);
  const parts = partsOf(mail);
  const bodyOf = (type: string) => {
    const part = parts.find(({ header }) => header('Content-Type').toLowerCase().startsWith(type));
    return part ? decodeBody(part) : null;
  };
  const headers = shownHeaders.map((name) => [name, decodeWords(mail.header(name))] as const);
  return {
    headers: Object.fromEntries(headers.filter(([, value]) => value !== '')),
    text: bodyOf('text/plain') ?? (parts[0] ? decodeBody(parts[0]) : ''),
    html: bodyOf('text/html'),
  };
}

/** Words of a header that are no ASCII (RFC 2047), as our mailer writes them. */
export function decodeWords(text: string): string {
  const word = /=\?([^?]+)\?([bq])\?([^?]*)\?=/gi;
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(word, (coded: string, charset: string, how: string, letters: string) => {
      // Text of other senders may only look like an encoded word.
      if (!['utf-8', 'us-ascii', 'iso-8859-1'].includes(charset.toLowerCase())) return coded;
      const isBase64 = how.toLowerCase() === 'b';
      const bytes = isBase64 ? Buffer.from(letters, 'base64') : unquote(letters.replaceAll('_', ' '));
      return new TextDecoder(charset).decode(bytes);
    });
}

function partOf(raw: string): Part {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  return {
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '',
    body: rest.join('\r\n\r\n'),
  };
}

function partsOf(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(part.header('Content-Type'))?.[1];
  if (boundary === undefined) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((piece) => partsOf(partOf(piece.replace(/^\r\n/, ''))));
}

function decodeBody({ header, body }: Part): string {
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return unquote(body.replace(/=\r?\n/g, '')).toString('utf8');
  return body;
}

function unquote(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
