import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserList, UserToolbar } from '#app/components/admin/user-list.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { plural } from '#app/format/time-format.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readUserPage } from '#app/presenters/admin/user-list.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'Users · Punctual' }];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) => readUserPage(new URL(request.url).searchParams),
});

export default function UsersPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Users" sub={`${plural(page.total, 'account')}, the newest first.`} />
      <UserToolbar query={page.query} />
      <UserList {...page} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
