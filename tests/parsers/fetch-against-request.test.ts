import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readFetch } from '#domain/paste/js/fetch.ts';
import { fc } from '#tests/property.ts';

// Random fetch calls are run against the platform's Request and read by our parser: both must send the same.

const words = fc.string({
  unit: fc.constantFrom(...Array.from(`ab1 é😀'"&=+%!()*~-_./\\\n$`)),
  maxLength: 8,
});
/** A text as JavaScript writes it, with each of its quotes. */
const literal = words.chain((text) =>
  fc.constantFrom(
    JSON.stringify(text),
    `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
    `\`${text.replace(/[\\`$]/g, '\\$&')}\``,
    `"" + ${JSON.stringify(text)}`,
    `(${JSON.stringify(text)} /* said */)`,
  ),
);
const number = fc.constantFrom('0', '1', '-2.5', '1e3', '0x10', '1_000', 'true', 'false', 'null');
const name = fc.constantFrom('a', '"b c"', "'ü'", 'tag', 'tag');
const object = fc
  .array(fc.tuple(name, fc.oneof(literal, number)), { maxLength: 4 })
  .map((pairs) => `{ ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }`);
const listOfPairs = fc
  .array(fc.tuple(literal, literal), { maxLength: 3 })
  .map((pairs) => `[${pairs.map(([key, value]) => `[${key}, ${value}],`).join(' ')}]`);
const value = fc.oneof(
  object,
  listOfPairs,
  literal,
  fc.tuple(object, literal).map(([one, other]) => `{ deep: [${one}, ${other}, null,] }`),
);
const body = fc.oneof(
  literal,
  value.map((source) => `JSON.stringify(${source})`),
  value.map((source) => `JSON.stringify(${source}, null, 2)`),
  fc.oneof(object, listOfPairs, literal).map((source) => `new URLSearchParams(${source})`),
  object.map((source) => `new URLSearchParams(${source}).toString()`),
  literal.map((source) => `encodeURIComponent(${source})`),
  fc.tuple(literal, literal).map(([one, other]) => `\`\${${one}}-\${${other}}\``),
);
const headers = fc.constantFrom(
  '{}',
  '{ accept: "text/html" }',
  "{ 'Content-Type': 'application/json' }",
  '[["x-one", "1"], ["x-one", "2"]]',
  'new Headers({ "X-One": "1" })',
  '{ Authorization: `Basic ${btoa("a:b")}` }',
);
const options = fc.record({ method: fc.constantFrom('"POST"', "'put'", '`DELETE`'), body, headers });

test('random calls send what fetch itself sends', async () => {
  await fc.assert(
    fc.asyncProperty(options, fc.boolean(), async (given, isNamed) => {
      const members = `method: ${given.method}, headers: ${given.headers}`;
      const init = isNamed ? `{ ${members}, body }` : `{ ${members}, body: ${given.body}, }`;
      const source = `${isNamed ? `const body = ${given.body};\n` : ''}await fetch('https://x.test/run', ${init});`;
      const made = runInNewContext(`(() => { const body = ${given.body}; return { ${members}, body }; })()`, {
        ...{ URLSearchParams, Headers, btoa, encodeURIComponent },
      }) as RequestInit;
      const request = new Request('https://x.test/run', made);
      const read = readFetch(source);
      if ('reason' in read) throw new Error(read.reason);
      const { method, payload, headers: read2 } = read.request;
      const names = Object.entries(read2).map(([key, text]) => [key.toLowerCase(), text]);
      expect({
        source,
        method,
        payload,
        headers: Object.fromEntries(names) as unknown,
        left: read.left,
      }).toEqual({
        source,
        method: request.method.toUpperCase(),
        payload: await request.text(),
        headers: Object.fromEntries(request.headers),
        left: [],
      });
    }),
    { numRuns: 500 },
  );
});
