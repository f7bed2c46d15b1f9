import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { curlCommand } from './shell-command.ts';

/** Arguments a shell passes to curl; a stub here prints them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}\n`;
  const output = execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return output.split('\0').slice(0, -1);
}

test('a request is a command with one option a line', () => {
  const command = curlCommand({
    method: 'POST',
    url: 'https://api.example.com/run?a=1&b=2',
    headers: { 'content-type': 'application/json', authorization: '********' },
    payload: '{"it\'s": true}',
  });
  expect(command).toBe(
    [
      `curl -X POST \\`,
      `  'https://api.example.com/run?a=1&b=2' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -H 'authorization: ********' \\`,
      `  --data-raw '{"it'\\''s": true}'`,
    ].join('\n'),
  );
});

test('GET needs no method, HEAD becomes --head, and braces in a URL are kept', () => {
  const of = (method: string, url = 'https://a.example/') =>
    curlCommand({ method, url, headers: {}, payload: null });
  expect(of('GET')).toBe(`curl 'https://a.example/'`);
  expect(of('HEAD')).toBe(`curl --head \\\n  'https://a.example/'`);
  expect(of('GET', 'https://a.example/{{now}}')).toContain('--globoff');
});

// Each of a hundred commands is read by a shell.
test('any content of a job reaches curl unchanged, and none of it is executed', { timeout: 30_000 }, () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replaceAll('\0', ''));
  const nasty = fc.constantFrom(
    "'",
    "';id;'",
    '$(id)',
    '`id`',
    '!!',
    '\\',
    "\\'",
    '\u001b[201~id\n',
    '\t',
    '\u009b',
    '$HOME',
    '"',
    '\n',
  );
  const some = fc.array(fc.oneof(text, nasty), { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(some, some, (value, payload) => {
      const command = curlCommand({
        method: 'PUT',
        url: 'https://a.example/',
        headers: { 'x-a': value },
        payload,
      });
      const expected = ['-X', 'PUT', 'https://a.example/', '-H', value === '' ? 'x-a;' : `x-a: ${value}`];
      expect(argumentsOf(command)).toEqual(payload === '' ? expected : [...expected, '--data-raw', payload]);
    }),
    { numRuns: 60 },
  );
});
