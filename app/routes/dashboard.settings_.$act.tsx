import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ExternalRedirectPage } from '#app/components/settings/external-redirect-page.tsx';
import { QuestionPage } from '#app/components/settings/question-page.tsx';
import {
  externalPages,
  isSettingsAct,
  questions,
  type SettingsAct,
} from '#app/content/settings-questions.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import {
  respondWithToast,
  retryHeaders,
  toToastResult,
} from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import type { SignInOption } from '#app/http/settings/act.ts';
import { settingsActs } from '#app/http/settings/acts.server.ts';
import { endActOf, endPage } from '#app/http/settings/kept-jobs.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { AppError } from '#domain/errors.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Settings · Punctual' },
];

export const headers = retryHeaders;

export const loader = pageLoader({
  guard: requireUser,
  run: ({ params }) => {
    const act = actOf(params.act);
    if (questions[act] === null && !externalPages[act]) throw redirect('/dashboard/settings');
    const end = endActOf(act);
    if (end) throw redirect(endPage(end));
    return Promise.resolve({ act });
  },
});

/** Applies an action to the account. Without `confirm=yes`, first shows a confirmation page. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['confirm', 'id', 'label', 'name', 'tier', 'delivery'] },
  refuse: refuseWithToast,
  run: async ({ user, session, request, params, form }) => {
    const act = actOf(params.act);
    const end = endActOf(act);
    if (end && form.get('confirm') !== 'yes') return redirect(endPage(end), { status: 303 });
    if (questions[act] !== null && form.get('confirm') !== 'yes')
      return data({ fields: Object.fromEntries(textsOf(form)) });
    const { fallback, anchor, pageOf, run } = settingsActs[act];
    const way: { out: Response | SignInOption | null } = { out: null };
    const { toast, waitSeconds } = await toToastResult({
      request,
      fallback,
      run: async () => {
        const done = await run({ user, session, request, form });
        if (typeof done === 'string' || 'message' in done) return done;
        way.out = done;
        return '';
      },
    });
    const to = pageOf?.(form) ?? `/dashboard/settings#${anchor}`;
    return way.out ?? respondWithToast({ request, to, toast, waitSeconds });
  },
});

/** @throws AppError not_found: unknown action */
function actOf(name: string | undefined): SettingsAct {
  if (!isSettingsAct(name)) throw new AppError('not_found');
  return name;
}

function textsOf(form: FormData): [string, string][] {
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
}

export default function SettingsActPage() {
  const { act } = useLoaderData<typeof loader>();
  const asked = useActionData<{ fields?: Record<string, string>; leadTo?: string }>();
  const question = questions[act];
  const door = externalPages[act];
  if (door) return <ExternalRedirectPage {...door} leadTo={asked?.leadTo ?? null} />;
  return question ? <QuestionPage question={question} fields={asked?.fields ?? {}} /> : null;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
