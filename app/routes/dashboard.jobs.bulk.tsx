import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import {
  BulkQuestion,
  NothingSelected,
  type BulkQuestionData,
} from '#app/components/job/list/bulk-question.tsx';
import { bulkActs } from '#app/http/forms/bulk-act.server.ts';
import {
  bulkFields,
  exportAddress,
  namedAgain,
  namedJobs,
  fieldText,
} from '#app/http/forms/bulk-form.server.ts';
import { sendingKey } from '#app/http/forms/once-per-sending.server.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { retryHeaders, runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Selected Jobs · Punctual' }];

export const loader = pageLoader({ guard: requireUser, run: () => Promise.resolve(null) });

export const headers = retryHeaders;

/** Applies an action to many jobs. Without JavaScript, asks on a page for missing confirmations. */
export const action = pageAction({
  guard: requireUser,
  fields: bulkFields,
  refuse: refuseWithToast,
  run: async ({ user, request, form }) => {
    const to = safeRedirectTarget({ text: fieldText(form, 'redirectTo'), origin: env().APP_ORIGIN });
    const asked = fieldText(form, 'act');
    if (asked === 'export') return redirect(exportAddress(form));
    const act = Object.keys(bulkActs).find((known) => known === asked) as keyof typeof bulkActs | undefined;
    if (!act) return redirect(to);
    const isOpen = act === 'delete' ? form.get('confirm') !== 'yes' : act === 'tag' && !form.has('tag');
    const ids = isOpen ? await namedJobs({ form, ownerId: user.id }) : [];
    if (ids.length > 0)
      return data({
        question: {
          act: act === 'delete' ? act : 'tag',
          count: ids.length,
          fields: namedAgain({ form, ids }),
          to,
        } satisfies BulkQuestionData,
      });
    return runWithToast({
      request,
      to,
      fallback: bulkActs[act].fallback,
      run: () => bulkActs[act].run({ owner: ownerOf({ user, request }), form, key: sendingKey(request) }),
    });
  },
});

export default function BulkPage() {
  const question = useActionData<{ question?: BulkQuestionData }>()?.question;
  return question ? <BulkQuestion {...question} /> : <NothingSelected />;
}
