// Documentation pages in the order of the side navigation. Browsers load this list; the texts are in
// app/content/docs, each in a file with the name of its page.

interface DocsPage {
  /** Last part of the URL, /docs/…, and file name of the text. */
  name: string;
  title: string;
  /** For search engines, the start page and llms.txt. */
  description: string;
}

interface DocsGroup {
  label: string;
  pages: readonly DocsPage[];
}

export const docsGroups = [
  {
    label: 'Begin',
    pages: [
      {
        name: 'start',
        title: 'Start',
        description: 'From signing up to your first recorded run, in the browser or with the API.',
      },
      {
        name: 'why-did-my-job-not-run',
        title: 'Why Did My Job Not Run?',
        description: 'Where to look, each reason that the history shows, and what to do about it.',
      },
    ],
  },
  {
    label: 'Schedules',
    pages: [
      {
        name: 'cron-syntax',
        title: 'Cron Syntax',
        description: 'The five fields, names, steps, L, W and #, and what is refused and why.',
      },
      {
        name: 'daylight-saving',
        title: 'Daylight Saving Time',
        description: 'What happens to a job when clocks are set forward or back.',
      },
    ],
  },
  {
    label: 'Runs',
    pages: [
      {
        name: 'delivery',
        title: 'Retries and Delivery',
        description:
          'What we guarantee for every run, when a request is retried, and what happens after an outage.',
      },
      {
        name: 'requests',
        title: 'Requests',
        description: 'The request, its variables, the added headers, and jobs that send email.',
      },
      {
        name: 'signing',
        title: 'Signing',
        description: 'How your server verifies that a request comes from you, with code examples.',
      },
      {
        name: 'notifications',
        title: 'Notifications',
        description: 'When and how a job notifies Slack, a webhook or a mailbox.',
      },
      {
        name: 'event-subscriptions',
        title: 'Event Subscriptions',
        description: 'Every event of the account at a URL: types, messages, retries, order and replay.',
      },
      {
        name: 'metrics',
        title: 'Metrics',
        description: 'Figures of all jobs in the text format of Prometheus.',
      },
      {
        name: 'egress',
        title: 'Egress Addresses',
        description: 'The addresses that our requests come from, as a page and as a file.',
      },
    ],
  },
  {
    label: 'Reference',
    pages: [
      {
        name: 'api',
        title: 'API',
        description: 'Keys, your first request, pagination, idempotency and errors of the REST API.',
      },
      {
        name: 'limits',
        title: 'Limits',
        description: 'Every number: plans, jobs, requests, rates, and how long things are kept.',
      },
      {
        name: 'self-hosting',
        title: 'Self-Hosting',
        description: 'Running Punctual yourself: the four processes, their settings, and a first start.',
      },
    ],
  },
] as const satisfies DocsGroup[];

export type DocsPageName = (typeof docsGroups)[number]['pages'][number]['name'];

export const docsPages: readonly (DocsPage & { name: DocsPageName })[] = docsGroups.flatMap<
  DocsPage & { name: DocsPageName }
>(({ pages }) => [...pages]);

export function docsPageOf(name: string | undefined) {
  return docsPages.find((page) => page.name === name);
}

/** Public pages for the sitemap, besides the landing page. */
export const publicPaths: readonly string[] = [
  '/docs',
  ...docsPages.map(({ name }) => `/docs/${name}`),
  '/docs/errors',
  '/status',
  '/terms',
  '/privacy',
  '/abuse',
];
