import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { EngineCard } from '#app/components/admin/engine-card.tsx';
import { LimitCards } from '#app/components/admin/limit-cards.tsx';
import { NoticeCard } from '#app/components/admin/notice-card.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { type FormResult, formAction } from '#app/http/forms/form-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readAdminSettings } from '#app/presenters/admin/settings.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { setNotice } from '#server/admin/notice.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Admin Settings · Punctual' },
];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) =>
    readAdminSettings({
      onFailure: (error) => {
        if (!expectedError(error)) logDefect({ error, request });
      },
    }),
});

export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ notice: z.string().default('') }),
  fallback: 'Failed to save the banner. Please try again.',
  run: async ({ user, request, input: { notice } }) => {
    await setNotice({ admin: { id: user.id, request: requestFacts(request) }, text: notice });
    return redirectWithToast({ request, to: '/admin/settings', toast: 'Banner Saved' });
  },
});

export default function AdminSettingsPage() {
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  return (
    <>
      <PageHead title="Settings" sub="How this installation is set up, and how its engine is doing." />
      <Stack>
        <EngineCard engine={settings.engine} measuredRows={settings.measuredRows} />
        <NoticeCard notice={settings.notice} result={result} />
        <LimitCards {...settings} />
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
