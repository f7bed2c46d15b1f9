import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { KeptJobsForm } from '#app/components/account/kept-jobs-form.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { keptJobsAction, keptJobsOrLeave } from '#app/http/settings/kept-jobs.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Jobs to Keep Active · Punctual' },
];

export const loader = pageLoader({ guard: requireUser, run: keptJobsOrLeave });

export const action = keptJobsAction;

export default function KeptJobsPage() {
  const choice = useLoaderData<typeof loader>();
  const refused = useActionData<{ error: string; jobIds: number[] }>();
  return <KeptJobsForm {...choice} refused={refused} />;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
