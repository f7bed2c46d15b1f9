import pg from 'pg';
import { expect, test } from '#tests/e2e/fixtures.ts';

/** The page may show counts up to 30 s old. */
const countedMeanwhile = { timeout: 40_000, intervals: [2_000] };

for (const { theme, width } of [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const) {
  test.describe(`${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test('the status page has lateness, fires and missed fires of each day', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      const row = page
        .getByRole('table', { name: 'Lateness, runs and missed runs by day, UTC' })
        .getByRole('row')
        .nth(1);
      await expect(async () => {
        await page.goto('/status');
        await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible();
        const [newest] = await newestDays(facts.databaseUrl);
        expect(newest).toBeDefined();
        await expect(row.getByRole('rowheader')).toHaveText(newest?.shown ?? '', { timeout: 1_000 });
        await expect(row).toContainText((newest?.fires ?? 0).toLocaleString('en-US'), { timeout: 1_000 });
      }).toPass(countedMeanwhile);
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}

test('status.json says the same to programs, and may be cached for a minute', async ({ page, facts }) => {
  await expect(async () => {
    const response = await page.request.get('/status.json');
    expect(response.headers()['cache-control']).toBe('public, max-age=60');
    const { is_calling, days } = (await response.json()) as {
      is_calling: boolean;
      days: { day: string; fires: number; missed: number; lateness_p99_ms: number | null }[];
    };
    expect(is_calling).toBe(true);
    const known = await newestDays(facts.databaseUrl);
    expect(days.map(({ day, fires, lateness_p99_ms: lateness }) => ({ day, fires, lateness }))).toEqual(
      known.map(({ day, fires, lateness }) => ({ day, fires, lateness })),
    );
    // A day with fires has its lateness.
    for (const { fires, lateness_p99_ms: lateness } of days.filter((day) => day.fires > 0))
      expect(lateness, `of ${fires} fires`).toEqual(expect.any(Number));
  }).toPass(countedMeanwhile);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the figures are in the page', async ({ page }) => {
    await page.goto('/status');
    await expect(page.getByText('Median Lateness')).toBeVisible();
    await expect(page.getByText('Operational')).toBeVisible();
    await expect(page.getByText(/^Time zone data: release \d{4}[a-z]+ of the IANA/)).toBeVisible();
  });
});

interface KnownDay {
  day: string;
  shown: string;
  fires: number;
  lateness: number | null;
}

async function newestDays(connectionString: string): Promise<KnownDay[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<KnownDay>(
    `select "day"::text, to_char("day", 'Mon FMDD, YYYY') as "shown", "fires", "latenessP99Ms" as "lateness" from "ServiceDay"
     order by "day" desc limit 90`,
  );
  await client.end();
  return rows;
}
