import type { FieldMetadata } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { RuleRowFields } from '#app/components/job/form/rule-row-fields.tsx';

/** Further channels of a job, each with its events. */
export function RuleFields({
  field,
  channels,
}: {
  field: FieldMetadata<string>;
  channels: readonly string[];
}) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-border pt-4">
      <legend className="float-left font-medium">Further channels</legend>
      {channels.length === 0 ? (
        <p className="clear-both text-muted">
          To notify other places as well,{' '}
          <Link to="/dashboard/settings/channels" className="underline underline-offset-3">
            add a channel
          </Link>
          .
        </p>
      ) : (
        <RuleRowFields field={field} channels={channels} />
      )}
    </fieldset>
  );
}
