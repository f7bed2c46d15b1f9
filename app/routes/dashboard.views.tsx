import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { viewPath, viewQuery } from '#app/components/job/list/saved-views.ts';
import { SaveForm, ViewList, type RefusedView } from '#app/components/job/list/view-list.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { fieldText } from '#app/http/forms/bulk-form.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { readJobListQuery } from '#app/query/list-query.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { parseId } from '#domain/ids.ts';
import { deleteView } from '#server/views/delete-view.server.ts';
import { listViews } from '#server/views/list-views.server.ts';
import { renameView, saveView } from '#server/views/save-view.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Saved Views · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const views = await listViews({ userId: user.id });
    const toSave = viewQuery(readJobListQuery(new URL(request.url).searchParams));
    return {
      views: views.map(({ id, name, query }) => ({ id, name, query })),
      toSave: views.some(({ query }) => query === toSave) ? '' : toSave,
    };
  },
});

/** Saves a list as a view, renames or deletes a view. Errors come back with the typed text. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['act', 'id', 'name', 'query'] },
  run: async ({ user, request, form }) => {
    const act = fieldText(form, 'act');
    const sent = {
      id: parseId(fieldText(form, 'id')),
      name: fieldText(form, 'name'),
      query: viewQuery(readJobListQuery(fieldText(form, 'query'))),
    };
    try {
      return await run({ request, act, userId: user.id, ...sent });
    } catch (error) {
      const expected = expectedError(error);
      if (act === 'delete' || !expected || expected.type === 'not_found') throw error;
      const refused: RefusedView = {
        ...sent,
        act: act === 'rename' ? 'rename' : 'save',
        problem: expected.message,
      };
      return data({ refused }, { status: errorCatalogue[expected.type].status });
    }
  },
});

async function run({
  request,
  act,
  userId,
  id: viewId,
  name,
  query,
}: {
  request: Request;
  act: string;
  userId: number;
  id: number | null;
  name: string;
  query: string;
}): Promise<Response> {
  if (act === 'save') {
    await saveView({ userId, name, query });
    return redirectWithToast({ request, to: viewPath({ query }), toast: 'View saved.' });
  }
  if (viewId === null) throw new AppError('not_found');
  if (act === 'rename') {
    await renameView({ userId, viewId, name });
    return redirectWithToast({ request, to: '/dashboard/views', toast: 'View renamed.' });
  }
  if (act !== 'delete')
    throw new AppError('validation_error', { message: 'Choose what to do with the view.' });
  await deleteView({ userId, viewId });
  return redirectWithToast({ request, to: '/dashboard/views', toast: 'View deleted.' });
}

export default function ViewsPage() {
  const { views, toSave } = useLoaderData<typeof loader>();
  const result = useActionData<{ refused?: RefusedView }>();
  const refused = result?.refused ?? null;
  return (
    <>
      <PageHead title="Saved Views" back={{ to: '/dashboard', label: 'Dashboard' }} />
      {toSave === '' ? null : <SaveForm query={toSave} refused={refused?.act === 'save' ? refused : null} />}
      <ViewList views={views} refused={refused?.act === 'rename' ? refused : null} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
