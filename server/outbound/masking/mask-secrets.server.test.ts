import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { createMask } from './mask-secrets.server.ts';

const secrets = { 'secret.KEY': 'a/b c+ü', 'secret.EMPTY': '' };
const maskSecrets = ({ text, secrets: of }: { text: string; secrets: Record<string, string> }) =>
  createMask({ secrets: of })({ text, isShort: true }).text;

test.each([
  'a/b c+ü',
  'a%2Fb%20c%2B%C3%BC',
  'a%2fb+c%2b%c3%bc',
  'a/b%20c+%C3%BC',
  '%61%2F%62%20%63%2B%C3%BC',
  Buffer.from('a/b c+ü').toString('latin1'),
])('a secret written %s is replaced by its name', (written) => {
  const text = maskSecrets({ text: `https://x.example/${written}?k=${written}&n=1`, secrets });
  expect(text).toBe('https://x.example/{{secret.KEY}}?k={{secret.KEY}}&n=1');
});

test('a secret contained in another leaves no part of it', () => {
  const nested = { 'secret.A': 'key', 'secret.B': 'key-of-all' };
  expect(maskSecrets({ text: '/key-of-all/key', secrets: nested })).toBe('/{{secret.B}}/{{secret.A}}');
});

test('a text without secrets is unchanged', () => {
  expect(maskSecrets({ text: '/a?b=$1', secrets })).toBe('/a?b=$1');
});

const odd = 'p"q\\r/s&t<u>ü€💥\n+z';
const json = JSON.stringify(odd).slice(1, -1);
const asPhp = json.replaceAll('/', '\\/').replace(/[^\x20-\x7e]/g, (unit) => {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
});
const asXml = odd.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const asHtml = odd
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;');

test.each([
  ['unchanged', odd],
  ['in a URL', encodeURIComponent(odd)],
  ['in a URL that is a parameter of another', encodeURIComponent(encodeURIComponent(odd))],
  ['in JSON', json],
  ['in JSON that escapes everything', asPhp],
  ['in JSON inside a JSON string', JSON.stringify(json).slice(1, -1)],
  ['in XML', asXml],
  ['in XML by hexadecimal numbers', odd.replaceAll('<', '&#x3C;').replaceAll('"', '&#X22;')],
  ['in HTML', asHtml],
  ['in capitals', odd.replace(/[a-z]/g, (letter) => letter.toUpperCase())],
])('a body that repeats a secret %s is kept without it', (_, written) => {
  const mask = createMask({ secrets: { 'secret.KEY': odd } });
  expect(mask({ text: `{"k": "${written}", "n": [1]}` })).toEqual({
    text: '{"k": "{{secret.KEY}}", "n": [1]}',
    isCut: false,
  });
});

test.each(['', 'u:', 'user:'])('a secret in base64 is found after %j', (before) => {
  const value = 'k?~-secret-ÿ-1234';
  const mask = createMask({ secrets: { 'secret.KEY': value } });
  for (const encoding of ['base64', 'base64url'] as const) {
    const { text } = mask({ text: `x ${Buffer.from(`${before}${value}.more`).toString(encoding)} y` });
    expect(text).toMatch(/^x [\w/+-]{0,10}\{\{secret\.KEY\}\}[\w/+=-]{0,10} y$/);
  }
});

test('a secret of 4 KiB is masked to its end, also in base64, and two in a row are masked as two', () => {
  const value = randomBytes(3_072).toString('base64url');
  const mask = createMask({ secrets: { 'secret.LONG': value } });
  expect(mask({ text: `${value}${value}.` }).text).toBe('{{secret.LONG}}{{secret.LONG}}.');
  expect(mask({ text: Buffer.from(value).toString('base64') }).text).toMatch(
    /^\{\{secret\.LONG\}\}\w?={0,2}$/,
  );
});

test('overlapping secrets leave no part of either', () => {
  const mask = createMask({
    secrets: { 'secret.A': 'abcdefgh', 'secret.B': 'efghijklm', 'secret.C': 'abcdef' },
  });
  expect(mask({ text: '-abcdefghijklm-abcdefg-' }).text).toBe('-{{secret.B}}-{{secret.C}}g-');
});

test('secrets of one to three bytes are masked in a redirect, but left in a body', () => {
  const mask = createMask({ secrets: { 'secret.A': 'a', 'secret.B': 'true', 'secret.C': 'ü!' } });
  expect(mask({ text: '{"a": true, "b": "ü!"}' }).text).toBe(
    '{"a": {{secret.B}}, "b": "{{secret.C}}"}'.replace('{{secret.C}}', 'ü!'),
  );
  expect(mask({ text: '/?k=a&n=%C3%BC!', isShort: true }).text).toBe('/?k={{secret.A}}&n={{secret.C}}');
});

test("where a body is cut inside a secret, the secret's beginning is masked", () => {
  const mask = createMask({ secrets: { 'secret.KEY': odd } });
  for (const written of [odd, json, asPhp, asXml, encodeURIComponent(odd)]) {
    for (let length = written.length - 1; length > written.length / 2; length -= 1) {
      // No text ends within a character.
      if (/[\ud800-\udbff]$/.test(written.slice(0, length))) continue;
      const text = `{"k": "${written.slice(0, length)}`;
      expect(mask({ text, isCut: true }).text, text).toBe('{"k": "{{secret.KEY}}');
    }
  }
  expect(mask({ text: 'a text p"q', isCut: true }).text).toBe('a text p"q');
  expect(mask({ text: 'a text p"q\\r/', isCut: false }).text).toBe('a text p"q\\r/');
});

test('values of secret headers are masked, except scheme, cookie names and short words', () => {
  const mask = createMask({
    secrets: { 'secret.KEY': 'k-123456' },
    headers: {
      Authorization: `Basic ${Buffer.from('ann:pass:word1').toString('base64')}`,
      'x-api-key': 'clear-value-1',
      'x-auth': 'Bearer k-123456',
      'proxy-authorization': 'Bearer k-123456',
      cookie: 'theme=dark; sid="session-77"; id=k-123456',
      'x-tenant': 'tenant-of-mine',
      'x-author': 'Ann',
      'webhook-signature': 'v1,sealed-one v1,sealed-two',
      'idempotency-key': 'fire_1_1234567890',
    },
  });
  const said = (text: string) => mask({ text }).text;
  expect(said(Buffer.from('ann:pass:word1').toString('base64'))).toBe('********');
  expect(said('{"user": "ann", "password": "pass:word1"}')).toBe('{"user": "ann", "password": "********"}');
  expect(said('clear-value-1 Ann tenant-of-mine dark')).toBe('******** Ann tenant-of-mine dark');
  expect(said('Bearer k-123456; k-123456')).toBe('********; {{secret.KEY}}');
  expect(said('{"sid": "session-77"}')).toBe('{"sid": ********}');
  expect(said('v1,sealed-one v1,sealed-two fire_1_1234567890')).toBe(
    'v1,******** v1,******** fire_1_1234567890',
  );
});

test('names longer than their values do not make a result too large', () => {
  const name = `secret.${'N'.repeat(64)}`;
  const mask = createMask({ secrets: { [name]: 'abcd' } });
  const masked = mask({ text: 'abcd,'.repeat(13_000) });
  expect(masked.isCut).toBe(true);
  expect(Buffer.byteLength(masked.text)).toBeLessThanOrEqual(65_536);
  expect(masked.text.endsWith('}}') || masked.text.endsWith(',')).toBe(true);
  expect(mask({ text: 'ü'.repeat(40_000), most: 1_001 })).toEqual({ text: 'ü'.repeat(500), isCut: true });
  const text = 'x'.repeat(65_530);
  const cut = createMask({ secrets: { [name]: 'secret-1234' } })({ text: `${text}secret-1234` });
  expect(cut).toEqual({ text, isCut: true });
});

const character = fc.constantFrom('a', 'b', 'A', '%', '\\', '"', '&', ';', '+', ' ', 'ü', '€', '4', '1');
const written = [
  (text: string) => text,
  encodeURIComponent,
  (text: string) => JSON.stringify(text).slice(1, -1),
  (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
];

test('no secret remains in a text, whatever the secrets and however it repeats them', () => {
  const secret = fc.string({ unit: character, minLength: 4, maxLength: 12 });
  const filler = fc.string({ unit: fc.constantFrom('x', 'y', '\n'), minLength: 1, maxLength: 5 });
  const repeated = fc.tuple(filler, fc.nat(), fc.constantFrom(...written));
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.array(repeated, { maxLength: 6 }),
      (values, pieces) => {
        const named = Object.fromEntries(values.map((value, at) => [`secret.S${at}`, value]));
        const text = pieces
          .map(([fill, at, write]) => fill + write(values[at % values.length] ?? ''))
          .join('');
        const masked = createMask({ secrets: named })({ text }).text;
        // Only the text between the secrets, in order.
        const rest = masked.replaceAll(/\{\{secret\.S\d\}\}/g, '');
        expect(rest).toBe(pieces.map(([fill]) => fill).join(''));
      },
    ),
  );
});

/** Processor time of this process: other work on the machine does not count. */
function costOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

const hard: [string, (bytes: number) => string, (index: number) => string][] = [
  ['one letter', (bytes) => 'a'.repeat(bytes), (index) => 'a'.repeat(4_096 - index)],
  [
    'one letter, escaped',
    (bytes) => 'aaaa%61\\u0061&#97;'.repeat(bytes / 18),
    (index) => 'a'.repeat(4_096 - index),
  ],
  [
    'long beginnings',
    (bytes) => `${'a'.repeat(120)}c`.repeat(bytes / 121),
    (index) => `${'a'.repeat(100 + (index % 27))}b${'a'.repeat(3_900)}`,
  ],
  ['themselves', (bytes) => 'abcdefgh'.repeat(bytes / 8), (index) => 'abcdefgh'.repeat(512 - index)],
];

test.each(hard)(
  'masking 50 secrets in a text of %s takes time linear in its length',
  (_, textOf, secretOf) => {
    const mask = (count: number, bytes: number) => {
      const values = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`secret.S${at}`, secretOf(at)]),
      );
      const text = textOf(bytes);
      return costOf(() => createMask({ secrets: values })({ text, isCut: true }));
    };
    mask(50, 65_536);
    expect(mask(50, 65_536)).toBeLessThan(Math.max(mask(50, 16_384), 1) * 10);
    // Searching for each one separately would take 25 times as long.
    expect(mask(50, 65_536)).toBeLessThan(Math.max(mask(2, 65_536), 1) * 8);
  },
);
