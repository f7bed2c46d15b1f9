import { describe, expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { type BodyTemplate, longestTemplate, readTemplate, type TemplateFormat } from './read-template.ts';
import { renderTemplate } from './render-template.ts';
import { exampleValues, type TemplateValues, templateVariables } from './template-variables.ts';

const read = (body: string, format: TemplateFormat = 'json') => readTemplate({ format, body });
const errorOf = (body: string, format: TemplateFormat = 'json') => {
  const result = read(body, format);
  return result.template === null ? result.errors.body : null;
};
function rendered(body: string, { format = 'json', values = exampleValues }: Partial<Asked> = {}): string {
  const { template } = read(body, format);
  if (template === null) throw new Error(errorOf(body, format) ?? '');
  return renderTemplate({ template, values, most: Infinity }) ?? '';
}
interface Asked {
  format: TemplateFormat;
  values: TemplateValues;
}

describe('values', () => {
  test('JSON escapes inside strings, and has a whole value outside', () => {
    const values = { 'job.name': 'a "b"\n\\', 'run.status_code': 503, 'run.error': null };
    const body =
      '{"in": "<{{job.name}}>", "out": {{ job.name }}, "n": [{{run.status_code}}, {{run.error}}], "e": "{{run.error}}"}';
    expect(JSON.parse(rendered(body, { values }))).toEqual({
      ...{ in: '<a "b"\n\\>', out: 'a "b"\n\\', n: [503, null], e: '' },
    });
  });

  test('text has them as they are, and nothing for an absent one', () => {
    const body = '{{job.name}} said {{run.status_code}}{{run.reason}}.\r\n{{{{job.name}}';
    expect(rendered(body, { format: 'text' })).toBe('Nightly invoices said 503.\n{{job.name}}');
  });

  test('a default stands in for an absent value: a text or a number', () => {
    const body =
      '[{{run.reason | default: "none"}}, {{run.missed_count|default:0}}, "{{run.reason | default: \'it|is\'}}", {{run.status_code | default: -1.5}}]';
    expect(JSON.parse(rendered(body))).toEqual(['none', 0, 'it|is', 503]);
    expect(JSON.parse(rendered(body, { values: {} }))).toEqual(['none', 0, 'it|is', -1.5]);
  });
});

test('a result that would be longer than the limit in bytes is not made', () => {
  const template: BodyTemplate = { format: 'text', body: 'é{{job.name}}' };
  const values = { 'job.name': 'ö'.repeat(3) };
  expect(renderTemplate({ template, values, most: 8 })).toBe('éööö');
  expect(renderTemplate({ template, values, most: 7 })).toBeNull();
});

describe('times', () => {
  const time = (filter: string, at = '2026-11-22T01:31:12.412Z') =>
    rendered(`{{run.scheduled_for${filter}}}`, { format: 'text', values: { 'run.scheduled_for': at } });

  test('a time is ISO 8601 in UTC, or has a zone and a format', () => {
    expect(time('')).toBe('2026-11-22T01:31:12.412Z');
    expect(time(' | time: "Europe/Paris"')).toBe('2026-11-22 02:31');
    expect(time(' | time: "america/new_york", "EEE d MMM yyyy h:mm a xxx"')).toBe(
      'Sat 21 Nov 2026 8:31 PM -05:00',
    );
    expect(time(` | time: "UTC", "EEEE, MMMM dd 'at' hh 'o''clock' yy.MM.dd HH:mm:ss.SSS XXX '' M H"`)).toBe(
      "Sunday, November 22 at 01 o'clock 26.11.22 01:31:12.412 Z ' 11 1",
    );
  });

  test('noon and midnight on a clock of twelve hours', () => {
    expect(time(' | time: "UTC", "h a"', '2026-11-22T12:00:00Z')).toBe('12 PM');
    expect(time(' | time: "UTC", "hh a"', '2026-11-22T00:00:00Z')).toBe('12 AM');
  });

  test('the offset follows the clock changes of the zone', () => {
    const shown = (at: string) => time(' | time: "Europe/Paris", "HH:mm XXX"', at);
    expect([shown('2026-10-25T00:30:00Z'), shown('2026-10-25T01:30:00Z')]).toEqual([
      '02:30 +02:00',
      '02:30 +01:00',
    ]);
  });

  test('an absent time takes the default', () => {
    const body = '{{run.scheduled_for | time: "UTC", "HH:mm" | default: "by hand"}}';
    expect(rendered(body, { values: {} })).toBe('"by hand"');
  });
});

test.each([
  [
    '{"a": {{run.stat}}}',
    'Line 1, column 7: There is no variable run.stat. Choose one of run.id, run.trigger',
  ],
  [
    '{\n  "a": "{{foo}}"}',
    'Line 2, column 9: There is no variable foo. Variables begin with event., job., run. or incident.',
  ],
  ['{{}}', 'There is no variable between the braces.'],
  ['{{constructor}}', 'There is no variable constructor.'],
  ['{{job.name | upper}}', 'There is no filter upper. Use time or default.'],
  ['{{job.name | }}', 'There is no filter without a name.'],
  ['{{job.name | default "x"}}', '“| default "x"” is not a filter.'],
  ['{{job.name | default: "x}}', 'is not a filter.'],
  ['{{job.name | default}}', 'The filter default takes one text in quotes or one number'],
  ['{{job.name | default: "a", "b"}}', 'The filter default takes one text'],
  ['{{job.name | time: "UTC"}}', 'job.name is not a time.'],
  ['{{event.at | time}}', 'The filter time takes a zone and a format in quotes'],
  ['{{event.at | time: 3}}', 'The filter time takes a zone and a format in quotes'],
  ['{{event.at | time: "Europe/Atlantis"}}', 'Europe/Atlantis is not a time zone.'],
  ['{{event.at | time: "UTC", "YYYY"}}', 'YYYY is not a part of a time. Use yyyy'],
  ['{{event.at | time: "UTC", ""}}', 'Enter a format'],
  [`{{event.at | time: "UTC", "HH 'h"}}`, 'A single quote of the format is not closed.'],
  ['{{event.at | default: "x" | time: "UTC"}}', 'Put default after time.'],
  ['{{event.at | time: "UTC" | time: "UTC"}}', 'time stands twice after event.at.'],
  ['{"a": "{{job.name"}', 'Line 1, column 8: These braces open a variable that does not end.'],
  [`{"a": "{{job.name | default: "${'x'.repeat(200)}"}}"}`, 'within 200 characters'],
  ['{"a": {{job.name}}', 'Line 1, column 19: It ends where } is expected.'],
  ['{"a": 1{{job.id}}}', 'Line 1, column 8: A comma or } is expected here.'],
  ['{"a": {{job.id}}{{job.id}}}', 'A comma or } is expected here.'],
  ['{"a": {{job.id}}0}', 'A comma or } is expected here.'],
  ['{{{job.name}}: 1}', 'A name in double quotes is expected here.'],
  ['{"a": "\\{{job.name}}"}', 'This backslash starts no escape'],
  ['{"a": "\\u00{{job.id}}"}', 'This backslash starts no escape'],
  ['{"a": "b\nc"}', 'A text cannot hold a line break or tab.'],
  ['{"a": {{{{}', 'A name in double quotes is expected here.'],
  ['{"a": "\u0007"}', 'Remove the character U+0007'],
  ['   ', 'Enter the body, such as {"text": "{{event.text}}"}.'],
  [' '.repeat(9_999) + '10', 'A body has at most 10,000 characters; this one has 10,001.'],
])('the template %j is refused with its remedy', (body, message) => {
  expect(errorOf(body)).toContain(message);
});

test('text is not checked as JSON, but its variables are', () => {
  expect(errorOf('{"a": }} ', 'text')).toBeNull();
  expect(errorOf('one\ntwo {{nope}}', 'text')).toContain('Line 2, column 5:');
  expect(readTemplate({ format: 'xml', body: 'x' })).toEqual({
    ...{ template: null, errors: { format: 'Choose json or text.' } },
  });
});

test('line breaks are stored as one character, and the longest template is accepted', () => {
  expect(read('[\r\n1\r]').template?.body).toBe('[\n1\n]');
  expect(errorOf('1'.padEnd(longestTemplate))).toBeNull();
});

test('each variable has an example of its kind, and its name once', () => {
  expect(new Set(templateVariables.map(({ name }) => name)).size).toBe(templateVariables.length);
  for (const { name, kind, example } of templateVariables) {
    if (example === null) continue;
    expect(typeof example, name).toBe(kind === 'number' ? 'number' : 'string');
    if (kind === 'time') expect(new Date(String(example)).toISOString()).toBe(example);
  }
});

describe('properties', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 40 });
  const anyValues = fc.record(
    Object.fromEntries(
      templateVariables.map(({ name, kind }) => [
        name,
        fc.option<string | number>(
          kind === 'number' ? fc.double({ noNaN: true, noDefaultInfinity: true }) : anyText,
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const aTag = fc
    .tuple(
      fc.constantFrom(...templateVariables),
      fc.constantFrom('', ' | default: "n"', ' | default: 4', " | default: '\"'"),
    )
    .map(([{ name }, filters]) => `{{${name}${filters}}}`);
  const aPiece = fc.oneof(
    { weight: 3, arbitrary: aTag },
    fc.constantFrom(
      '"',
      '\\',
      '\\u00',
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      ' ',
      '1',
      '-',
      'e',
      'null',
      '{{{{',
      '}}',
    ),
    anyText,
  );
  const aJsonTemplate = fc.jsonValue().chain((value) =>
    fc.array(aTag, { minLength: 2, maxLength: 2 }).map(([one = '', other = '']) => {
      const json = JSON.stringify({ value, inside: 'IN', outside: 'OUT' });
      return json.replace('"OUT"', () => one).replace('IN', () => `<${other}${other}>`);
    }),
  );

  test('a JSON template that is accepted renders to JSON with any values', () => {
    let accepted = 0;
    const check = (body: string, values: TemplateValues) => {
      const { template } = read(body);
      if (template === null) return;
      accepted += 1;
      expect(() => void JSON.parse(renderTemplate({ template, values, most: Infinity }) ?? '')).not.toThrow();
    };
    fc.assert(fc.property(aJsonTemplate, anyValues, check), { numRuns: 500 });
    expect(accepted).toBeGreaterThan(250);
    const joined = fc.array(aPiece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(fc.property(joined, anyValues, check), { numRuns: 3_000 });
  });

  test('a value inside a string comes back as it was', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const template: BodyTemplate = { format: 'json', body: '["{{job.name}}", {{job.name}}]' };
        const [inside, outside] = JSON.parse(
          renderTemplate({ template, values: { 'job.name': value }, most: Infinity }) ?? '',
        ) as string[];
        expect([inside, outside]).toEqual([value, value]);
      }),
    );
  });

  test('any text is read as a template without an exception', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom<TemplateFormat>('json', 'text'), (text, format) => {
        const tagged = `{{${text}}} {{event.at | time: "UTC", "${text}"}}`;
        for (const body of [text, tagged]) {
          const { template } = read(body, format);
          if (template) renderTemplate({ template, values: exampleValues, most: Infinity });
        }
      }),
    );
  });
});
