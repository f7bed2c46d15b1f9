import { expect, test } from 'vitest';
import { checkTargetUrl } from '#domain/outbound-url.ts';
import { parseUrl } from './parse-url.ts';

test('hosts with Latin-1 letters are still URLs after many others were parsed', () => {
  // URL.canParse of Node 20 refuses them once V8 has optimized its caller.
  for (let count = 0; count < 200_000; count += 1) parseUrl('https://example.com/');
  for (const [text, host] of [
    ['https://bücher.example/ü', 'xn--bcher-kva.example'],
    ['https://ÅNGSTRÖM.example', 'xn--ngstrm-hua5l.example'],
    ['https://日本.example', 'xn--wgv71a.example'],
  ] as const) {
    expect(parseUrl(text)?.host).toBe(host);
    expect(checkTargetUrl(text).isValid).toBe(true);
  }
});

test.each(['', 'example.com', 'https://', 'https://a b/', 'https://[1::', 'http://x:99999/'])(
  '%j is not a URL',
  (text) => {
    expect(parseUrl(text)).toBeNull();
  },
);

test('a relative text is a URL only with a base', () => {
  expect(parseUrl('/next')).toBeNull();
  expect(parseUrl('/next', 'https://example.com/now')?.href).toBe('https://example.com/next');
});
