import type { FieldView } from '#app/presenters/api-docs/fields.ts';
import { InlineCode } from './inline-code.tsx';

/** Parameters or fields as a list: name and type, then meaning. */
export function FieldList({ title, fields }: { title: string; fields: FieldView[] }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className="border-b border-control pb-1.5 text-xs font-medium text-muted">{title}</h3>
      <dl>
        {fields.map(({ name, kind, isRequired, text }) => (
          <div key={name} className="border-b border-border py-2 last:border-b-0">
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-medium">{name}</code>
              <span className="text-xs wrap-anywhere text-muted">{kind}</span>
              {isRequired ? <span className="text-xs font-semibold text-brand">required</span> : null}
            </dt>
            {text === '' ? null : (
              <dd className="text-pretty text-muted">
                <InlineCode text={text} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}
