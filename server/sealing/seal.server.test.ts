import { beforeEach, expect, test, vi } from 'vitest';

const oldKey = `old:${Buffer.alloc(32, 1).toString('base64')}`;
const newKey = `new:${Buffer.alloc(32, 2).toString('base64')}`;
const place = { userId: 7, field: 'Job.headers' };

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
});

/** The module as a process with these data keys loads it. */
async function sealingWith(keys: string) {
  vi.stubEnv('DATA_KEYS', keys);
  vi.resetModules();
  return import('./seal.server.ts');
}

test.each(['', 'plain', '{"a":"ü \u0000 💥"}', 'x'.repeat(300_000)])(
  'a sealed value decrypts unchanged',
  async (text) => {
    const { seal, unseal } = await sealingWith(oldKey);
    const sealed = seal({ text, ...place });
    expect(sealed).toMatch(/^v1\.old\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/);
    if (text) expect(sealed).not.toContain(text);
    expect(unseal({ sealed, ...place })).toBe(text);
  },
);

test('the same text never seals to the same value', async () => {
  const { seal } = await sealingWith(oldKey);
  expect(seal({ text: 'same', ...place })).not.toBe(seal({ text: 'same', ...place }));
});

test('S20 the first key seals while every listed key still decrypts', async () => {
  const before = await sealingWith(oldKey);
  const sealed = before.seal({ text: 'kept', ...place });
  const after = await sealingWith(`${newKey},${oldKey}`);
  expect(after.unseal({ sealed, ...place })).toBe('kept');
  expect(after.seal({ text: 'kept', ...place })).toMatch(/^v1\.new\./);
});

test('a value whose key is missing is refused by the name of the key', async () => {
  const before = await sealingWith(oldKey);
  const sealed = before.seal({ text: 'kept', ...place });
  const { unseal } = await sealingWith(newKey);
  expect(() => unseal({ sealed, ...place })).toThrow('"old", which DATA_KEYS does not contain');
});

test.each([
  { userId: 8, field: 'Job.headers' },
  { userId: 7, field: 'Job.payload' },
])('a value moved to $field of user $userId does not decrypt', async (elsewhere) => {
  const { seal, unseal } = await sealingWith(oldKey);
  const sealed = seal({ text: 'mine', ...place });
  expect(() => unseal({ sealed, ...elsewhere })).toThrow('belongs elsewhere');
});

/** Another first character: the decoder would pass over one more at the end, which holds no whole byte. */
const withOtherStart = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;

test('a value with any part changed, cut or added does not decrypt', async () => {
  const { seal, unseal } = await sealingWith(oldKey);
  const parts = seal({ text: 'whole', ...place }).split('.');
  const forged = [
    ...[2, 3, 4].map((index) => parts.map((part, at) => (at === index ? withOtherStart(part) : part))),
    parts.map((part, at) => (at === 4 ? part.slice(0, 8) : part)),
    parts.slice(0, 4),
    [...parts, 'more'],
    ['v2', ...parts.slice(1)],
    ['plain text'],
  ];
  for (const each of forged)
    expect(() => unseal({ sealed: each.join('.'), ...place })).toThrow(/^Job\.headers /);
});

test('sealing fails without a data key', async () => {
  const { seal } = await sealingWith('');
  expect(() => seal({ text: 'x', ...place })).toThrow('DATA_KEYS is not set');
});
