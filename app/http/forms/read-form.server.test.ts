import { expect, test } from 'vitest';
import { type FormFields, readForm } from '#app/http/forms/read-form.server.ts';

const fields: FormFields = { names: ['name', 'note'], lists: ['job_ids'], files: ['file'] };
const context = { nonce: '', requestId: '', isBodyTooLarge: () => false, onLeave: () => undefined };

const read = (body: BodyInit, type?: string) => {
  const headers = type === undefined ? {} : { 'content-type': type };
  const request = new Request('http://127.0.0.1/form', { method: 'POST', headers, body });
  return readForm({ request, context, fields });
};
const multipart = (parts: [string, string | Blob][]) => {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
};
const urlencoded = 'application/x-www-form-urlencoded;charset=UTF-8';

test.each([
  ['urlencoded', new URLSearchParams({ name: 'Ä & b', note: 'x=1' })],
  [
    'multipart',
    multipart([
      ['name', 'Ä & b'],
      ['note', 'x=1'],
    ]),
  ],
])('reads the known fields of a form sent as %s', async (_, body) => {
  expect([...(await read(body))]).toEqual([
    ['name', 'Ä & b'],
    ['note', 'x=1'],
  ]);
});

test('accepts a file only in a file field', async () => {
  const file = new Blob(['0 * * * * x']);
  expect((await read(multipart([['file', file]]))).get('file')).toBeInstanceOf(File);
  await expect(read(multipart([['name', file]]))).rejects.toMatchObject({
    type: 'validation_error',
    message: expect.stringContaining('"name" takes no file') as string,
  });
});

test.each(['tags', 'name[1]', 'name.x', '__proto__', '', ' name', 'name\u0000', 'x'.repeat(300_000)])(
  'refuses an unknown field by name: %#',
  async (name) => {
    for (const body of [new URLSearchParams([[name, '1']]), multipart([[name, '1']])]) {
      const refused = await read(body).catch((error: unknown) => error);
      expect(refused).toMatchObject({ type: 'validation_error' });
      expect((refused as Error).message.length).toBeLessThan(900);
    }
  },
);

test('accepts 200 fields and 1,000 listed rows, and no more', async () => {
  const rows = (count: number, name: string) =>
    new URLSearchParams(Array.from({ length: count }, () => [name, '1']));
  expect([...(await read(rows(200, 'name')))]).toHaveLength(200);
  await expect(read(rows(201, 'name'))).rejects.toMatchObject({
    message: expect.stringContaining('200') as string,
  });
  expect([...(await read(rows(1_000, 'job_ids')))]).toHaveLength(1_000);
  await expect(read(rows(1_001, 'job_ids'))).rejects.toMatchObject({
    details: { job_ids: expect.any(String) as string },
  });
});

// The parser accepts no shorter one.
const boundary = 'b'.repeat(27);
const partOf = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;

test.each([
  `multipart/form-data; boundary=${boundary}`,
  `multipart/form-data; boundary="${boundary}"`,
  `multipart/form-data; xboundary=other; boundary=${boundary}`,
  `multipart/form-data; x="boundary=other"; boundary=${boundary}`,
  `multipart/form-data; boundary=other, multipart/form-data; boundary=${boundary}`,
  `Multipart/Form-Data;Boundary=${boundary}`,
])('counts the same parts as the parser: %s', async (type) => {
  const body = `${partOf('name').repeat(5_000)}--${boundary}--\r\n`;
  const refused = await read(body, type).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.not.stringContaining('not known') as string });
  expect((refused as Error).message).toMatch(/more than 1200 fields|not a form/);
});

test.each([
  ['pairs', '&'.repeat(1_000_000), urlencoded],
  ['escapes', `name=${'%41'.repeat(300_000)}&`.repeat(1), urlencoded],
  ['parts', partOf('name').repeat(10_000), `multipart/form-data; boundary=${boundary}`],
  ['dashes', '-'.repeat(1_000_000), `multipart/form-data; boundary=${'-'.repeat(27)}`],
  [
    'a part without an end',
    `--${boundary}\r\n${'a: b\r\n'.repeat(100_000)}`,
    `multipart/form-data; boundary=${boundary}`,
  ],
  [
    'a name without an end',
    `--${boundary}\r\nContent-Disposition: form-data; name="${'%22\\"'.repeat(200_000)}`,
    `multipart/form-data; boundary=${boundary}`,
  ],
  ['no boundary', 'x'.repeat(1_000_000), 'multipart/form-data'],
])('reads a megabyte of %s within a second', async (_, body, type) => {
  const startedAt = performance.now();
  await read(body, type).catch(() => null);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  ['lines', 'a: b\r\n'.repeat(10)],
  ['letters', `a: ${'b'.repeat(3_000)}\r\n`],
])('refuses a part with too many %s before reading its text, and reads one with a few', async (_, more) => {
  const type = `multipart/form-data; boundary=${boundary}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n`;
  const body = (lines: string) => `${head}${lines}\r\nhello\r\n--${boundary}--\r\n`;
  await expect(read(body(more), type)).rejects.toMatchObject({ type: 'validation_error' });
  expect([...(await read(body('Content-Type: text/plain\r\n'), type))]).toEqual([['name', 'hello']]);
});

test('refuses a body that is not a form, and reads no body as a form without fields', async () => {
  await expect(read('{}', 'application/json')).rejects.toMatchObject({ type: 'unsupported_media_type' });
  const request = new Request('http://127.0.0.1/form', { method: 'POST' });
  expect([...(await readForm({ request, context, fields }))]).toEqual([]);
});
