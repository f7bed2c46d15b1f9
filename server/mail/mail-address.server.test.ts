import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { targetError } from '#domain/job/job-target.ts';
import { addressHash, addressHashes } from './address-hash.server.ts';
import { mailboxOf, normalAddress } from './mail-address.server.ts';
import { mailTarget } from './mail-target.server.ts';

vi.mock('#server/env.server.ts', () => ({
  env: () => ({ KEY_PEPPERS: [{ id: 'a', bytes: Buffer.alloc(32, 1) }] }),
}));

const letters = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789'));
const word = fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
const label = fc.oneof(word, fc.constantFrom('bücher', 'пример', '例え'));
const address = fc
  .tuple(word, fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'de', 'рф'))
  .map(([local, labels, top]) => ({ local, labels: [...labels.map((one) => `x${one}`), top] }));

/** A seed that decides how each character is written. */
const choices = fc.infiniteStream(fc.nat({ max: 99 }));

function spell({ local, labels, pick }: { local: string; labels: string[]; pick: () => number }): string {
  const letter = (one: string) => {
    const isAscii = /[a-z0-9]/.test(one);
    const styles = [one, one.toUpperCase(), isAscii ? String.fromCodePoint(one.charCodeAt(0) + 0xfee0) : one];
    return styles[pick() % styles.length] ?? one;
  };
  const dot = () => ['.', '。', '．', '｡'][pick() % 4] ?? '.';
  const name = Array.from(local).map(letter).join('');
  const domain = labels
    .map((one) => Array.from(one).map(letter).join(''))
    .reduce((all, one) => all + dot() + one);
  return `${name}@${domain}`;
}

test('all spellings of an address that reach one mailbox have the same hash and domain', () => {
  fc.assert(
    fc.property(address, choices, ({ local, labels }, stream) => {
      const plain = `${local}@${labels.join('.')}`;
      const spelled = spell({ local, labels, pick: () => Number(stream.next().value) });
      expect(addressHash(spelled)).toBe(addressHash(plain));
      expect(mailboxOf(spelled)).toBe(mailboxOf(plain));
      expect(normalAddress(spelled)?.toLowerCase()).toBe(normalAddress(plain));
      expect(normalAddress(normalAddress(spelled) ?? '')).toBe(normalAddress(spelled));
    }),
    { numRuns: 300 },
  );
});

const hidden = fc.oneof(
  fc.constantFrom(
    '\u0000',
    '\u001f',
    '\u007f',
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2060',
  ),
  fc.constantFrom('\u3164', '\ufe0f', '\ufeff', '\ue000', '\u0378', '\u{e0041}', '\u{f0000}'),
);

test('an invisible character does not make a different address: it is refused', () => {
  fc.assert(
    fc.property(address, hidden, fc.nat(), ({ local, labels }, mark, at) => {
      const plain = `${local}@${labels.join('.')}`;
      const place = at % (plain.length + 1);
      const text = plain.slice(0, place) + mark + plain.slice(place);
      for (const url of [`mailto:${text}`, `mailto:${encodeURIComponent(text)}`]) {
        expect(targetError({ text: url, type: 'email' })).not.toBeNull();
        expect(mailTarget(url)).toBeNull();
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Ops+night@Example.com', 'ops@example.com'],
  ['ops＋night@example.com', 'ops@example.com'],
  ['first.last+x@gmail.com', 'firstlast@gmail.com'],
  ['firstlast@GoogleMail.com', 'firstlast@gmail.com'],
  ['first.last@example.com', 'first.last@example.com'],
])('limits count %s as the mailbox %s', (text, mailbox) => {
  expect(mailboxOf(text)).toBe(mailbox);
});

test('an address with a plus suffix is still a different address to write to', () => {
  expect(addressHash('ops+a@example.com')).not.toBe(addressHash('ops@example.com'));
  expect(mailTarget('mailto:Ops+A@b%C3%BCcher.example')?.address).toBe('Ops+A@xn--bcher-kva.example');
});

test.each([
  'a@foo.com/x',
  'a@0x7f.1',
  'a@127.0.0.1',
  'a@ex%61mple.com',
  'a@a..b',
  'a@-',
  'ａ＠b@example.com',
])('%s has no normal form', (text) => expect(normalAddress(text)).toBeNull());

test('a row hashed before addresses were normalized is found', () => {
  const lower = 'ops@bücher.example';
  expect(addressHashes('Ops@xn--bcher-kva.example')).toContain(addressHashes(lower).at(-1));
  expect(addressHashes('Ops@Bücher.example')).toContain(addressHashes(lower).at(-1));
});
