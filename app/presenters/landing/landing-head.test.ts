import { expect, test } from 'vitest';
import { landingHead, structuredData } from './landing-head.ts';

const head = landingHead('https://punctual.example');
const found = (key: string, name: string) =>
  head.find((one) => (one as Record<string, unknown>)[key] === name) as Record<string, string> | undefined;

test('the page has one canonical URL, whatever the query, and a picture with an absolute URL', () => {
  expect(found('rel', 'canonical')?.href).toBe('https://punctual.example/');
  expect(found('property', 'og:image')?.content).toBe('https://punctual.example/open-graph.png');
});

test('the description has a length that search engines show', () => {
  const text = found('name', 'description')?.content ?? '';
  expect(text.length).toBeGreaterThan(70);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('the structured data has the three prices and the six questions', () => {
  const text = structuredData('https://punctual.example');
  const { '@graph': graph } = JSON.parse(text) as { '@graph': Record<string, unknown>[] };
  const [software, questions] = graph;
  expect(
    (software?.offers as { name: string; price: string }[]).map(({ name, price }) => `${name} ${price}`),
  ).toEqual(['Free 0', 'Premium 3', 'Ultimate 5']);
  expect(questions?.mainEntity).toHaveLength(6);
});
