import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { DefaultRuleFields } from '#app/components/rules/default-rule-form.tsx';
import { DefaultRuleList } from '#app/components/rules/default-rule-list.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { fieldText } from '#app/http/forms/bulk-form.server.ts';
import { fieldErrorsOf } from '#app/http/forms/form-action.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import {
  defaultRuleFields,
  readDefaultRuleForm,
  removeDefaultRule,
  saveDefaultRule,
} from '#app/http/settings/default-rules-form.server.ts';
import {
  type DefaultRuleForm,
  openedDefaultRule,
  toDefaultRuleLines,
} from '#app/presenters/settings/default-rules.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { listTags } from '#server/jobs/reads/list-tags.server.ts';
import { readDefaults } from '#server/notifications/rules/default-rules.server.ts';
import { listChannelNames } from '#server/notifications/rules/name-channels.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Notification Defaults · Punctual' },
];

const offeredTags = 100;
const page = '/dashboard/settings/rules';

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const [defaults, channels, tags] = await Promise.all([
      readDefaults({ ownerId: user.id }),
      listChannelNames({ ownerId: user.id }),
      listTags({ ownerId: user.id, take: offeredTags }),
    ]);
    return {
      lines: toDefaultRuleLines(defaults),
      channels: channels.map(({ name }) => name),
      tags,
      opened: openedDefaultRule({ defaults, params: new URL(request.url).searchParams }),
    };
  },
});

/** A refused form: as it was typed, with its errors by field. */
interface RefusedDefaultRule {
  values: DefaultRuleForm;
  errors: Record<string, string[]>;
}

/** Saves or removes a default. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: defaultRuleFields },
  run: async ({ user, request, form }) => {
    const owner = ownerOf({ user, request });
    const sent = readDefaultRuleForm(form);
    if (fieldText(form, 'act') === 'remove') {
      await removeDefaultRule({ owner, sent });
      return redirectWithToast({ request, to: page, toast: 'Default Removed' });
    }
    try {
      await saveDefaultRule({ owner, sent });
    } catch (error) {
      const expected = expectedError(error);
      const errors = expected?.type === 'validation_error' ? fieldErrorsOf(expected.details) : null;
      if (!errors) throw error;
      return data({ refused: { values: sent, errors } }, { status: 400 });
    }
    return redirectWithToast({ request, to: page, toast: 'Default Saved' });
  },
});

export default function DefaultRulesPage() {
  const { lines, channels, tags, opened } = useLoaderData<typeof loader>();
  const refused = useActionData<{ refused?: RefusedDefaultRule }>()?.refused ?? null;
  const values = refused?.values ?? opened;
  return (
    <>
      <PageHead
        title="Notification Defaults"
        sub="Channels for jobs without their own. Defaults for a job’s tags take precedence over defaults for all jobs."
        back={{ to: '/dashboard/settings#notifications', label: 'Settings' }}
      />
      <Stack>
        <DefaultRuleList lines={lines} hasChannels={channels.length > 0} />
        {channels.length === 0 ? null : (
          <DefaultRuleFields
            key={`${values.wasTag} ${values.wasChannel} ${lines.length}`}
            values={values}
            errors={refused?.errors ?? null}
            channels={channels}
            tags={tags}
          />
        )}
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
