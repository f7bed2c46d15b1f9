import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { templateVariables } from '#domain/notifications/template/template-variables.ts';

/** The variables and filters of a template. */
export function TemplateVariableList() {
  return (
    <Disclosure summary="Variables and filters" className="min-w-0">
      <div className="mt-2 grid gap-3 text-xs">
        <ul className="grid gap-1">
          <li>
            <code className="wrap-anywhere">
              {'{{run.end_time | time: "Europe/Paris", "yyyy-MM-dd HH:mm"}}'}
            </code>{' '}
            <span className="text-muted">a time in a zone and a format</span>
          </li>
          <li>
            <code className="wrap-anywhere">{'{{run.error | default: "none"}}'}</code>{' '}
            <span className="text-muted">a text or a number for an absent value</span>
          </li>
          <li>
            <a href="/docs/notifications#custom-body">More about templates</a>
          </li>
        </ul>
        <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          {templateVariables.map(({ name, meaning }) => (
            <div key={name} className="contents">
              <dt className="mono wrap-anywhere">{name}</dt>
              <dd className="text-muted max-sm:mb-1">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Disclosure>
  );
}
