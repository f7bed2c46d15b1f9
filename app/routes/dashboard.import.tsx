import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ExportCard } from '#app/components/transfer/export-card.tsx';
import { ImportForm } from '#app/components/transfer/import-form.tsx';
import { ImportPreview } from '#app/components/transfer/import-preview.tsx';
import { Columns, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { importFields, readImportForm } from '#app/http/forms/import-form.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { readRefusedForm } from '#app/http/forms/refused-form.server.ts';
import {
  refusedImport,
  runImport,
  importStatusOf,
  type ImportResult,
} from '#app/http/forms/run-import.server.ts';
import { newJobZone } from '#app/http/forms/new-job-zone.server.ts';
import { pageLoader, thrownPage } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { AppError } from '#domain/errors.ts';
import { now } from '#server/clock.server.ts';
import { admitImport } from '#server/transfer/admit-import.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Import Jobs · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const timeZone = await newJobZone({ request, user });
    return { timeZone, zones: formChoices({ now: now().getTime(), chosen: timeZone }).zones };
  },
});

export const action = pageAction({
  guard: requireUser,
  fields: importFields,
  reserve: ({ user, request }) => admitImport({ owner: ownerOf({ user, request }) }),
  refuse: async ({ error, ...args }) => {
    const { request } = args;
    if (!(error instanceof AppError) || error.type !== 'rate_limit') throw thrownPage({ error, request });
    const form = await readRefusedForm({ args, guard: requireUser, fields: importFields, error });
    const sent = form && (await readImportForm(form));
    return data(refusedImport({ error, request, sent }), { status: 429 });
  },
  run: async ({ user, request, form }) => {
    const given = await readImportForm(form);
    const result = await runImport({ user, request, given });
    return result instanceof Response ? result : data(result, { status: importStatusOf(result) });
  },
});

export default function ImportPage() {
  const { timeZone, zones } = useLoaderData<typeof loader>();
  const result = useActionData<ImportResult>();
  return (
    <>
      <PageHead
        title="Import Jobs"
        back={{ to: '/dashboard', label: 'Dashboard' }}
        sub="From a file or from your crontab. You'll see a preview before anything is saved."
      />
      <Columns>
        <Stack>
          {result?.view ? <ImportPreview view={result.view} problem={result.problem} /> : null}
          <ImportForm result={result} timeZone={timeZone} zones={zones} />
        </Stack>
        <ExportCard />
      </Columns>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
