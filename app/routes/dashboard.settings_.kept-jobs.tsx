import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { KeptJobsForm } from '#app/components/account/kept-jobs-form.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { keptJobsAction, keptJobsOrLeave } from '#app/http/settings/kept-jobs.server.ts';

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
