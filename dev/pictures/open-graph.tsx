import { mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { Logo } from '#app/components/frame/logo.tsx';
import { DayClock } from '#app/components/job/schedule/day-clock.tsx';
import { hero } from '#app/content/marketing.ts';
import { toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { findBrowser } from '#dev/test/browser.ts';

// `npm run pictures`: draws public/open-graph.png, which previews of links show, of the product's own parts.

const to = resolve('public/open-graph.png');
/** The instant of the drawings (interface.md section 9). */
const now = Date.parse('2026-11-21T15:05:12Z');

const { dayFires, timeZone } = toSchedulePreview({
  cron: hero.sampleCron,
  timeZone: 'America/New_York',
  now,
});

function Picture() {
  return (
    <main>
      <div>
        <p className="brand">
          <Logo size={52} />
          Punctual
        </p>
        <h1>
          Every scheduled call,
          <br />
          accounted for.
        </h1>
        <p className="lead">Cron jobs for your endpoints: called on time, retried, written down.</p>
      </div>
      <DayClock label="" fires={dayFires} timeZone={timeZone} now={now} size={372} />
    </main>
  );
}

const styles = `
  * { box-sizing: border-box; margin: 0; }
  body { background: var(--background); color: var(--ink); font-family: 'Hanken Grotesk'; -webkit-font-smoothing: antialiased; }
  main { display: flex; align-items: center; justify-content: space-between; width: 1200px; height: 630px; padding: 0 72px; border-bottom: 12px double var(--control); }
  .brand { display: flex; align-items: center; gap: 18px; font-size: 36px; font-weight: 600; letter-spacing: -.012em; }
  h1 { margin: 52px 0 26px; font-size: 66px; line-height: 72px; font-weight: 600; letter-spacing: -.028em; }
  .lead { max-width: 22em; font-size: 28px; line-height: 40px; color: var(--muted); text-wrap: balance; }
  svg text { font: 500 12px 'Hanken Grotesk'; fill: var(--muted); }
  ${['ink', 'hand', 'control', 'muted']
    .map((name) => `.stroke-${name} { stroke: var(--${name}); } .fill-${name} { fill: var(--${name}); }`)
    .join('\n')}
`;

const face = await readFile(
  fileURLToPath(
    import.meta.resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
  ),
);
const font = `@font-face { font-family: 'Hanken Grotesk'; font-weight: 100 900; src: url(data:font/woff2;base64,${face.toString('base64')}); }`;
// Only the light half: the dark one is said in Tailwind's words.
const tokens = (await readFile('app/styles/tokens.css', 'utf8')).replace(/@variant dark \{[^}]*\}/, '');

const executablePath = await findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>${font}${tokens}${styles}</style>${renderToStaticMarkup(<Picture />)}`);
  await page.evaluate(() => document.fonts.ready);
  await mkdir(dirname(to), { recursive: true });
  await page.screenshot({ path: to });
  console.log(to);
} finally {
  await browser.close();
}
