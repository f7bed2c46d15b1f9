import { defineConfig } from '@playwright/test';
import { readFacts } from '#tests/e2e/facts.ts';

const browser = process.env.PUNCTUAL_BROWSER ?? '';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: readFacts().url,
    // Answers a test makes up are not asked of a service worker first; pwa.spec.ts lets it in.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    // Recording takes a quarter of the time: only a retry is recorded, or a run with `--trace retain-on-failure`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
