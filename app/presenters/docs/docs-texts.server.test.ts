import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { docsPages, publicPaths } from '#app/content/docs-pages.ts';
import { knownSettings } from '#server/env.server.ts';
import { plans } from '#domain/plan.ts';
import { errorCatalogue } from '#domain/errors.ts';
import { docsMarkdown, docsView, rawText, renderedPage, textPage } from './docs-texts.server.ts';
import { fillIn } from './fill-in.server.ts';
import { idOf } from './render-markdown.server.ts';

process.env['DATABASE_URL'] ??= 'postgres://nobody@127.0.0.1/none';
const names = docsPages.map(({ name }) => name);
const textPages = ['abuse', 'terms', 'privacy'] as const;

test("every text is a page and begins with the page's title", () => {
  const files = readdirSync(new URL('../../content/docs', import.meta.url));
  expect(files.sort()).toEqual(names.map((name) => `${name}.md`).sort());
  for (const { name, title } of docsPages) expect(rawText(`docs/${name}`)).toMatch(`# ${title}\n`);
});

test.each(names)('%s has no unfilled placeholder', (name) => {
  expect(docsMarkdown(name)).not.toMatch(/\[\[|undefined|NaN|\[object/);
  expect(renderedPage(name).blocks.length).toBeGreaterThan(0);
});

test('an unknown placeholder is refused', () => {
  for (const text of ['[[plan.gold.jobs]]', '[[table nothing]]', '[[constructor]]'])
    expect(() => fillIn({ text, places: {} })).toThrow(text.slice(2, -2));
});

// Numbers of time, size and count come from the code: [[…]]. What is left are facts of calendars, cron and HTTP.
const written =
  /\b\d(?:[\d,.]*\d)?(?:st|nd|rd|th)?[ -]?(?:ms|s|seconds?|minutes?|hours?|days?|months|weeks?|KiB|MiB|kB|bytes|characters?|jobs?|calls?|attempts?|retries|times|mails?|notes|versions|secrets|keys|headers|tags|percent|%|dollars)\b/gi;

test.each([...names.map((name) => `docs/${name}`), ...textPages.map((name) => `pages/${name}`)])(
  '%s hard-codes no figure of the product',
  (name) => {
    const prose = rawText(name)
      .replace(/```[\s\S]*?```/g, '')
      .replace(/`[^`]*`/g, '')
      .replace(/\[\[[^[\]]*\]\]/g, '');
    const allowed = ['31 days'];
    expect((prose.match(written) ?? []).filter((one) => !allowed.includes(one))).toEqual([]);
    expect(prose).not.toMatch(/\$\d/);
  },
);

test('links lead to existing pages and headings', () => {
  const pages = new Map<string, string[]>(
    names.map((name) => [`/docs/${name}`, renderedPage(name).headings.map(({ id }) => id)]),
  );
  const others = [
    ...publicPaths,
    ...['/', '/login', '/dashboard', '/dashboard/settings', '/dashboard/import', '/dashboard/api-docs'],
    ...['/dashboard/settings/channels', '/dashboard/settings/rules'],
    '/dashboard/incidents',
    ...['/docs/api.md', '/llms.txt', '/api/v1/openapi.json'],
  ];
  const anchors = new Map([
    ...pages,
    ...others.filter((path) => !pages.has(path)).map((path): [string, string[]] => [path, []]),
    ['/docs/errors', Object.keys(errorCatalogue)] as [string, string[]],
    ['/dashboard/settings', ['signing', 'push', 'event-subscriptions']] as [string, string[]],
  ]);
  const texts = [...names.map(docsMarkdown), ...textPages.map((name) => rawText(`pages/${name}`))];
  const links = texts.flatMap((text) => [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, to = '']) => to));
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) {
    const [path = '', anchor] = link.split('#');
    expect([...anchors.keys()], link).toContain(path);
    if (anchor) expect(anchors.get(path), link).toContain(anchor);
  }
});

test('the features of a plan that are explained lead to existing headings', () => {
  const paths = Object.values(plans).flatMap(({ features }) => features.flatMap(({ docs }) => docs ?? []));
  expect(paths).toHaveLength(3);
  for (const path of paths) {
    const page = names.find((name) => path.startsWith(`/docs/${name}#`));
    const anchors = page ? renderedPage(page).headings.map(({ id }) => `/docs/${page}#${id}`) : [];
    expect(anchors).toContain(path);
  }
});

test('the documentation states the kinds and the number of channels of each plan', () => {
  const text = docsMarkdown('notifications');
  expect(text).toContain('| Named channels | up to 2 | up to 10 | up to 50 |');
  for (const name of ['Slack', 'Webhook']) expect(text).toContain(`| ${name} | yes | yes | yes |`);
  for (const name of ['Email', 'Discord', 'Microsoft Teams', 'Google Chat', 'Telegram', 'ntfy'])
    expect(text).toContain(`| ${name} | no | yes | yes |`);
  expect(text).toContain('| PagerDuty | no | no | yes |');
});

test('every heading of a page has its own anchor', () => {
  for (const name of names) {
    const ids = renderedPage(name).headings.map(({ id }) => id);
    expect(new Set(ids).size, name).toBe(ids.length);
    expect(ids, name).not.toContain('');
  }
  expect(idOf('`body_match` & more')).toBe('body-match-more');
});

test('mentioned settings exist', () => {
  const text = rawText('docs/self-hosting') + rawText('pages/abuse');
  const settings = [...text.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(8);
  for (const name of settings) expect(knownSettings).toContain(name);
});

test('a page links to the previous and the next one', () => {
  expect(docsView('start')).toMatchObject({ previous: null, next: { name: names[1] } });
  expect(docsView(names.at(-1))).toMatchObject({ previous: { name: names.at(-2) }, next: null });
  expect(docsView('nothing')).toBeNull();
});

test('code blocks are separate from the text and name their language', () => {
  const code = renderedPage('signing').blocks.flatMap((block) => (block.kind === 'code' ? [block] : []));
  expect(code.map(({ label, language }) => [label, language])).toEqual([
    ['In JavaScript, JavaScript', 'program'],
    ['In Python, Python', 'program'],
    ['In Go, Go', 'program'],
  ]);
});

test('text that looks like HTML stays text', () => {
  const html = textPages.flatMap((name) =>
    textPage(name).blocks.map((block) => (block.kind === 'html' ? block.html : '')),
  );
  for (const part of html) expect(part).not.toMatch(/<(?:script|style|iframe|img)|\son\w+=|style=/);
});
