import { expect, test } from 'vitest';
import { violationsOf } from '#app/http/csp-report.server.ts';

test('a current report gives page, directive and origin, without the query', () => {
  const body = {
    documentURL: 'https://punctual.example/dashboard?token=secret',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/x.js?token=secret',
  };
  expect(violationsOf(JSON.stringify([{ type: 'csp-violation', body }]))).toEqual([
    { page: '/dashboard', directive: 'script-src-elem', blocked: 'https://evil.example' },
  ]);
});

test('the older report format is read too', () => {
  const report = {
    'document-uri': 'https://a.example/login',
    'effective-directive': 'style-src',
    'blocked-uri': 'inline',
  };
  expect(violationsOf(JSON.stringify({ 'csp-report': report }))).toEqual([
    { page: '/login', directive: 'style-src', blocked: 'inline' },
  ]);
});

test('one request brings at most ten violations', () => {
  const reports = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: {} }));
  expect(violationsOf(JSON.stringify(reports))).toHaveLength(10);
});

test.each(['', 'x', '[]x', '{"csp-report": 1}', '[1]', 'null'])('%j is not a report', (text) => {
  expect(violationsOf(text)).toBeNull();
});

test('no text of the report reaches the log unfiltered', () => {
  const body = { documentURL: 'x', effectiveDirective: 'a b\nc', blockedURL: '<b>\n' };
  expect(violationsOf(JSON.stringify([{ type: 'csp-violation', body }]))).toEqual([
    { page: '', directive: 'unknown', blocked: 'b' },
  ]);
});
