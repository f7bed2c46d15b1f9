import type { Page } from '@playwright/test';

/** Makes active jobs "Job 1" to "Job n" by the form's own request, called at an echo target every 12 hours. */
export async function makeJobs({
  page,
  facts,
  count,
}: {
  page: Page;
  facts: { url: string; echoUrl: string };
  count: number;
}): Promise<void> {
  for (let place = 1; place <= count; place += 1) {
    await page.request.post('/dashboard/jobs/create', {
      headers: { origin: facts.url },
      form: {
        name: `Job ${place}`,
        webhookURL: `${facts.echoUrl}/e2e`,
        mode: 'every',
        timeInterval: '12',
        status: 'active',
      },
      maxRedirects: 0,
    });
  }
}
