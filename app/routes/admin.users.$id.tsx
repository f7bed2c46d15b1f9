import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserBadge } from '#app/components/admin/user-badge.tsx';
import { UserDetailsCards } from '#app/components/admin/user-details.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readUser } from '#app/presenters/admin/user-page.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { parseId } from '#domain/ids.ts';

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'User · Punctual' }];

export const loader = pageLoader({
  guard: requireAdmin,
  run: async ({ user, params, request }) => {
    const userId = parseId(params['id']);
    const asked = { adminId: user.id, params: new URL(request.url).searchParams };
    const details = userId === null ? null : await readUser({ ...asked, userId });
    if (!details) throw data(null, { status: 404 });
    return details;
  },
});

export default function UserPage() {
  const details = useLoaderData<typeof loader>();
  const { id, email, name, role, isSuspended } = details.user;
  return (
    <>
      <PageHead
        title={email || `Account ${id}`}
        badge={<UserBadge role={role} isSuspended={isSuspended} isBesideHeading />}
        sub={[name, `Account ${id}`].filter(Boolean).join(', ')}
        back={{ to: '/admin/users', label: 'Users' }}
      />
      <Stack>
        <UserDetailsCards {...details} />
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
