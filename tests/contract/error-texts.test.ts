import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Location of each failure toast of the specification's section 8 in the product.

const placeOfText: Record<string, string> = {
  // Screen toasts.
  'Failed to load dashboard data. Please try again.': 'app/components/job/list/sample-notice.tsx',
  'Failed to pause jobs. Please try again.': 'app/http/forms/bulk-act.server.ts',
  'Failed to activate jobs. Please try again.': 'app/http/forms/bulk-act.server.ts',
  'Failed to delete jobs. Please try again.': 'app/http/forms/bulk-act.server.ts',
  'Failed to update job status. Please try again.': 'app/routes/dashboard.jobs.$id.status.ts',
  'Failed to load job details. Please try again.': 'app/routes/dashboard.jobs.$id.edit.tsx',
  'Failed to filter executions. Please try again.': 'app/presenters/execution/history.server.ts',
  'Failed to filter executions by date range. Please try again.':
    'app/presenters/execution/history.server.ts',
  'Failed to load more executions. Please try again.': 'app/presenters/execution/history.server.ts',
  'Failed to trigger job. Please try again.': 'app/routes/dashboard.jobs.$id.run.ts',
  'Failed to delete job. Please try again.': 'app/routes/dashboard.jobs.$id.delete.tsx',
  'Failed to update job. Please try again.': 'app/routes/dashboard.jobs.$id.edit.tsx',
  'Failed to load user stats': 'app/components/settings/statistics-card.tsx',
  'Failed to start checkout process': 'app/http/settings/subscription-acts.server.ts',
  'Failed to cancel subscription': 'app/http/settings/subscription-acts.server.ts',
  'Failed to resume subscription': 'app/http/settings/subscription-acts.server.ts',
  'Failed to update profile. Please try again.': 'app/http/settings/settings-action.server.ts',
  'Failed to regenerate API key. Please try again.': 'app/http/settings/acts.server.ts',
  'Failed to fetch user data. Please try again later.': 'app/components/api-docs/use-api-key.ts',
  'Failed to load admin dashboard statistics': 'app/routes/admin._index.tsx',
  'Failed to load system logs': 'app/routes/admin.logs.tsx',
  'Failed to export logs': 'app/routes/admin.logs_.export.ts',
  // Per-call fallbacks for actions without a screen toast.
  'Authentication failed. Please try again.': 'app/http/api/exchange-token.server.ts',
  'Failed to load user statistics': 'app/components/settings/use-stats.ts',
  'Failed to create job': 'app/routes/dashboard.jobs.create.tsx',
  'Failed to update job statuses': 'app/http/forms/bulk-act.server.ts',
  'Failed to load subscription information': 'app/components/account/plan-card.tsx',
  'An unexpected error occurred.': 'domain/error-toast.ts',
};

test.each(Object.entries(placeOfText))('"%s" is shown by %s', (text, path) => {
  const quoted = [`'${text}'`, `"${text}"`];
  const source = readFileSync(path, 'utf8');
  expect(quoted.filter((words) => source.includes(words))).not.toEqual([]);
});
