import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '#app/http/edge/security-headers.server.ts';

const directives = new Map(
  contentSecurityPolicy('abc=')
    .split('; ')
    .map((part) => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
);

test('only scripts with the nonce of the response run', () => {
  expect(directives.get('script-src')).toBe("'nonce-abc=' 'strict-dynamic'");
});

test('sources not listed are forbidden', () => {
  expect(directives.get('default-src')).toBe("'none'");
  for (const name of ['frame-ancestors', 'base-uri', 'object-src'])
    expect(directives.get(name)).toBe("'none'");
});

test('inline style attributes are allowed, inline style elements need the nonce', () => {
  expect(directives.get('style-src')).toBe("'self' 'nonce-abc='");
  expect(directives.get('style-src-attr')).toBe("'unsafe-inline'");
});

test('pages load from, connect to and submit to their own origin only', () => {
  for (const name of ['font-src', 'connect-src', 'manifest-src', 'worker-src', 'form-action']) {
    expect(directives.get(name)).toBe("'self'");
  }
  expect(directives.get('report-to')).toBe('csp');
});
