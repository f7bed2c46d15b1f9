import { expect, test } from 'vitest';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';

const origin = 'https://punctual.example';
const target = (text: string | null) => safeRedirectTarget({ text, origin });

test.each(['/dashboard', '/dashboard/jobs/7?page=2#log', '/'])('S8: %s is our own page', (text) => {
  expect(target(text)).toBe(text);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/dashboard',
  'https:evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  ' //evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
])('S8: %j redirects to the dashboard instead', (text) => {
  expect(target(text)).toBe('/dashboard');
});

test('S8: an encoded slash stays within our origin', () => {
  expect(new URL(target('/%2f/evil.example'), origin).origin).toBe(origin);
});

test('without a target, the dashboard follows a sign-in', () => {
  expect(target(null)).toBe('/dashboard');
});
