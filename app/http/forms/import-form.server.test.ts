import { expect, test } from 'vitest';
import { readImportForm } from './import-form.server.ts';

function read(fields: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readImportForm(form);
}

test('reads a file in UTF-16, refuses one in Latin-1', async () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
  const file = (given: Uint8Array<ArrayBuffer>) => new File([given], 'jobs.yaml');
  const utf16 = await read([['file', file(bytes('\ufeff- name: Zoë', 'utf16le'))]]);
  expect([utf16.text, utf16.error]).toEqual(['- name: Zoë', null]);
  const latin = await read([['file', file(bytes('- name: Zoë', 'latin1'))]]);
  expect([latin.text, latin.error]).toEqual(['', expect.stringContaining('Save it as UTF-8')]);
});

test('ticked lines count for the import only, a preview starts over', async () => {
  const ticked: [string, string][] = [
    ['text', 'x'],
    ['digest', 'd'],
    ['take', '4'],
    ['take', '9'],
    ['offer', '5'],
  ];
  const choices = { taken: new Set([4, 9]), offers: new Set([5]) };
  expect(await read([['intent', 'import'], ...ticked])).toMatchObject({
    ...{ digest: 'd', choices, isGoodOnly: false },
  });
  expect(await read([['intent', 'import-good'], ...ticked])).toMatchObject({
    ...{ digest: 'd', choices, isGoodOnly: true },
  });
  expect(await read([['intent', 'preview'], ...ticked])).toMatchObject({ digest: null, choices: null });
});

test('a zone is kept as given, with an error if it is not valid', async () => {
  expect(await read([])).toMatchObject({ timeZone: null, zoneError: null });
  expect(await read([['timezone', 'Europe/Paris']])).toMatchObject({
    ...{ timeZone: 'Europe/Paris', zoneError: null },
  });
  expect(await read([['timezone', 'BST']])).toMatchObject({
    zoneError: 'BST is not a time zone. Use Europe/London.',
  });
});
