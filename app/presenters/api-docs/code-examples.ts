import { indentJson } from '#domain/text/indent-json.ts';
import type { Language } from './choices.ts';

export interface ExampleCall {
  method: string;
  /** The whole address. */
  url: string;
  /** Body of a call. */
  body?: unknown;
  /** The response has a body to print. */
  hasResponse: boolean;
  /** Placeholder of the key. */
  apiKey: string;
}

/**
 * A call as a complete program that needs only the standard library. Each prints the response and ends with an error if
 * the call is refused.
 */
export function codeExamples(call: ExampleCall): Record<Language, string> {
  return { curl: inShell(call), javascript: inJavaScript(call), python: inPython(call), go: inGo(call) };
}

function inShell({ method, url, body, apiKey }: ExampleCall): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    '--fail-with-body',
    `-H ${quoted(`Authorization: Bearer ${apiKey}`)}`,
    ...(body === undefined
      ? []
      : [
          `-H ${quoted('Content-Type: application/json')}`,
          `-d ${quoted(json(body).replaceAll('\n', '\n  '))}`,
        ]),
  ].join(' \\\n  ');
}

function inJavaScript({ method, url, body, hasResponse, apiKey }: ExampleCall): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${single(method)},`]),
    'headers: {',
    `  Authorization: ${single(`Bearer ${apiKey}`)},`,
    ...(body === undefined ? [] : [`  'Content-Type': 'application/json',`]),
    '},',
    ...(body === undefined ? [] : [`body: JSON.stringify(${scriptValue(body)}),`]),
  ];
  const reading = hasResponse
    ? [
        'const { data, error } = await response.json();',
        'if (error) throw new Error(`${error.type}: ${error.message}`);',
        'console.log(JSON.stringify(data, null, 2));',
      ]
    : ['if (!response.ok) throw new Error(await response.text());', `console.log(response.status);`];
  return [
    `const response = await fetch(${single(url)}, {`,
    indented({ text: options.join('\n'), by: '  ' }),
    '});',
    ...reading,
  ].join('\n');
}

function inPython({ method, url, body, hasResponse, apiKey }: ExampleCall): string {
  const hasBody = body !== undefined;
  const parts = [
    `${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`method=${JSON.stringify(method)},`]),
    'headers={',
    `    "Authorization": ${JSON.stringify(`Bearer ${apiKey}`)},`,
    ...(hasBody ? ['    "Content-Type": "application/json",'] : []),
    '},',
    ...(hasBody ? [`data=json.dumps(${pythonValue(body)}).encode(),`] : []),
  ];
  const reading = hasResponse
    ? '    print(json.dumps(json.load(response)["data"], indent=2))'
    : '    print(response.status)';
  return [
    ...(hasBody || hasResponse ? ['import json'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    indented({ text: parts.join('\n'), by: '    ' }),
    ')',
    'with urlopen(request) as response:',
    reading,
  ].join('\n');
}

function inGo({ method, url, body, apiKey }: ExampleCall): string {
  const hasBody = body !== undefined;
  const check = ['if err != nil {', '\tlog.Fatal(err)', '}'];
  const lines = [
    // A raw string ends at a backquote; JSON can write it otherwise.
    ...(hasBody ? [`body := strings.NewReader(\`${json(body).replaceAll('`', String.raw`\u0060`)}\`)`] : []),
    `request, err := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${hasBody ? 'body' : 'nil'})`,
    ...check,
    `request.Header.Set("Authorization", ${JSON.stringify(`Bearer ${apiKey}`)})`,
    ...(hasBody ? ['request.Header.Set("Content-Type", "application/json")'] : []),
    '',
    'response, err := http.DefaultClient.Do(request)',
    ...check,
    'defer response.Body.Close()',
    '',
    'answer, err := io.ReadAll(response.Body)',
    ...check,
    'if response.StatusCode >= 300 {',
    '\tlog.Fatal(response.Status, " ", string(answer))',
    '}',
    'fmt.Println(response.StatusCode, string(answer))',
  ];
  const packages = ['fmt', 'io', 'log', 'net/http', ...(hasBody ? ['strings'] : [])];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    indented({ text: lines.join('\n'), by: '\t' }),
    '}',
  ].join('\n');
}

const json = (value: unknown) => indentJson(JSON.stringify(value));

function indented({ text, by }: { text: string; by: string }): string {
  return text.replace(/^(?=.)/gm, by);
}

/** A text between single quotes, as JavaScript mostly has it. */
function single(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

interface Notation {
  text: (value: string) => string;
  name: (value: string) => string;
  /** For true, false and null. */
  word: (value: boolean | null) => string;
  indent: string;
}

function scriptValue(value: unknown): string {
  return written({
    value,
    as: {
      text: single,
      name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : single(name)),
      word: String,
      indent: '  ',
    },
  });
}

function pythonValue(value: unknown): string {
  const text = (one: string) => JSON.stringify(one);
  const word = (one: boolean | null) => (one === null ? 'None' : one ? 'True' : 'False');
  return written({ value, as: { text, name: text, word, indent: '    ' } });
}

/** A JSON value as a language writes it down. */
function written({ value, as }: { value: unknown; as: Notation }): string {
  if (typeof value === 'string') return as.text(value);
  if (typeof value === 'boolean' || value === null) return as.word(value);
  if (Array.isArray(value)) {
    const inner = value.map((one) => written({ value: one, as }));
    return `[${inner.join(', ')}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, one]) => `${as.name(name)}: ${written({ value: one, as })},`);
  return `{\n${indented({ text: lines.join('\n'), by: as.indent })}\n}`;
}
