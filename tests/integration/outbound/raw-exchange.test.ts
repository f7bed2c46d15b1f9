import { expect, test } from 'vitest';
import { rawRequest, rawResponse } from '#app/presenters/job-form/raw-exchange.ts';
import { aClient, rawServer } from './network.ts';

const head = 'HTTP/1.1 404 Nothing Here\r\nX-One: 1\r\ncontent-LENGTH: 4\r\nX-One: 2\r\n\r\n';
const linesOf = (bytes: string) => bytes.replaceAll('\r\n', '\n');

test('the raw head of a response is kept on request', async () => {
  const port = await rawServer((socket) => socket.end(`${head}gone`));
  const url = `http://target.example:${port}/`;
  const { response } = await aClient()({ url, keepsHead: true });
  expect(response?.head).toEqual({
    statusLine: 'HTTP/1.1 404 Nothing Here',
    headers: [
      ['X-One', '1'],
      ['content-LENGTH', '4'],
      ['X-One', '2'],
    ],
  });
  expect(response && rawResponse(response)).toBe(linesOf(`${head}gone`));
  expect((await aClient()({ url })).response?.head).toBeUndefined();
});

test('the head of a response that broke off is kept as far as it was received', async () => {
  const port = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nX-One: 1\r\nX-'));
  const { response } = await aClient()({ url: `http://target.example:${port}/`, keepsHead: true });
  expect(response?.head).toEqual({ statusLine: 'HTTP/1.1 200 OK', headers: [['X-One', '1']] });
});

test.each([
  { method: 'POST', payload: '{"a":1}' },
  { method: 'GET', payload: null },
  { method: 'PUT', payload: null },
  { method: 'DELETE', payload: 'x' },
])('a raw $method request is exactly what was sent', async ({ method, payload }) => {
  const bytes: string[] = [];
  const port = await rawServer((socket, request) => {
    bytes.push(request);
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  const url = `http://target.example:${port}/run?x=1#part`;
  const headers = { 'content-type': 'application/json', 'X-Two': '2' };
  await aClient()({ url, method, headers, payload });
  expect(linesOf(bytes.join(''))).toBe(rawRequest({ method, url, headers, payload }));
});
