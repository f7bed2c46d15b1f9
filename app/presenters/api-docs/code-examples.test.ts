import { execFileSync, spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { codeExamples } from './code-examples.ts';

const body = {
  name: `It's "quoted", a \\ and a \` back`,
  'x-odd-name': 'é',
  tags: ['a', 'b'],
  on: true,
  none: null,
  deep: { empty: {}, n: 1.5 },
};
const call = {
  method: 'POST',
  url: 'https://punctual.example/api/v1/jobs?x=1',
  body,
  hasResponse: true,
  apiKey: 'pnc_live_…abcd',
};

test('a call without a body needs only a key and a URL', () => {
  const { curl, javascript, python, go } = codeExamples({
    method: 'GET',
    url: 'https://punctual.example/api/v1/jobs',
    hasResponse: true,
    apiKey: 'pnc_live_…abcd',
  });
  expect(curl).toBe(
    `curl 'https://punctual.example/api/v1/jobs' \\\n  --fail-with-body \\\n  -H 'Authorization: Bearer pnc_live_…abcd'`,
  );
  expect(javascript.split('\n').slice(0, 5)).toEqual([
    `const response = await fetch('https://punctual.example/api/v1/jobs', {`,
    '  headers: {',
    `    Authorization: 'Bearer pnc_live_…abcd',`,
    '  },',
    '});',
  ]);
  expect(python).toContain('with urlopen(request) as response:');
  expect(python).not.toContain('method=');
  expect(go).toContain('http.NewRequest("GET", "https://punctual.example/api/v1/jobs", nil)');
  expect(go).not.toContain('strings');
});

test('a shell, JavaScript and Go send the body unchanged, special characters included', () => {
  const { curl, javascript, go } = codeExamples(call);
  const inShell = execFileSync('bash', ['-c', curl.replace(/^curl/, 'printf "%s\\0"')]).toString();
  expect(JSON.parse(inShell.split('\0').at(-2) ?? '')).toEqual(body);

  const [, script = ''] = /JSON\.stringify\((\{[^]*\n {2}\})\),/.exec(javascript) ?? [];
  expect(runInNewContext(`(${script})`)).toEqual(body);

  const [, raw = ''] = /NewReader\(`([^`]*)`\)/.exec(go) ?? [];
  expect(JSON.parse(raw)).toEqual(body);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('Python sends the body unchanged; skipped where there is no python3', () => {
  const [, dict = ''] = /json\.dumps\((\{[^]*\n {4}\})\)\.encode/.exec(codeExamples(call).python) ?? [];
  const shown = execFileSync('python3', ['-c', `import json\nprint(json.dumps(${dict}))`]).toString();
  expect(JSON.parse(shown)).toEqual(body);
});

test('a call without a response body prints its status', () => {
  const { javascript, python } = codeExamples({
    method: 'DELETE',
    url: 'https://punctual.example/api/v1/jobs/42',
    hasResponse: false,
    apiKey: 'k',
  });
  expect(javascript).toContain('console.log(response.status);');
  expect(python).toContain('print(response.status)');
  expect(python).not.toContain('import json');
});
