import { expect, test } from 'vitest';
import { readHead } from './read-head.server.ts';

const latin = (text: string) => Buffer.from(text).toString('latin1');

test('a head keeps its reason phrase, and the order, case and repetitions of its headers', () => {
  const text = latin('HTTP/1.1 200 Tout va bien é\r\nX-B: 1\r\nx-a:  ü \t: \t\r\nX-B: 2\r\nEmpty:\r\n\r\n');
  expect(readHead(text)).toEqual({
    statusLine: 'HTTP/1.1 200 Tout va bien é',
    headers: [
      ['X-B', '1'],
      ['x-a', 'ü \t:'],
      ['X-B', '2'],
      ['Empty', ''],
    ],
  });
});

test('a head that broke off has the complete lines received', () => {
  expect(readHead('HTTP/1.1 200 OK\r\nX-A: 1\r\nX-')).toEqual({
    statusLine: 'HTTP/1.1 200 OK',
    headers: [['X-A', '1']],
  });
  expect(readHead('')).toEqual({ statusLine: '', headers: [] });
});
