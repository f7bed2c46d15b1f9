import type { MouseEvent } from 'react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { groove, slip, slipSize } from '#app/components/ui/input/segments.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import { groups, languages, type GroupName, type Language } from '#app/presenters/api-docs/choices.ts';
import type { Reference } from '#app/presenters/api-docs/reference.ts';
import { CallLine } from './call-line.tsx';
import type { DocsKey } from './keyed-code.tsx';

interface ReferenceCardProps {
  reference: Reference;
  apiKey: DocsKey;
  group: GroupName;
  onGroup: (group: string) => void;
  language: Language;
  onLanguage: (language: string) => void;
}

/** Every call that accepts an API key. */
export function ReferenceCard(props: ReferenceCardProps) {
  const { reference, apiKey, group, onGroup, language, onLanguage } = props;
  return (
    <Card aria-labelledby="reference">
      <CardHead
        id="reference"
        title="API Reference"
        isWrapping
        end={<LanguageLinks language={language} group={group} onLanguage={onLanguage} />}
      />
      <Tabs
        label="API Reference"
        value={group}
        onChange={onGroup}
        tabs={groups.map(({ value, label }) => ({
          value,
          label: (
            <>
              {label} <span className="text-muted">{reference[value].length}</span>
            </>
          ),
          panel: (
            <>
              <h3 className="hidden px-4 py-3 text-base font-semibold sm:px-5 no-script:block">{label}</h3>
              <div className="-mt-px">
                {reference[value].map((call) => (
                  <CallLine key={call.id} call={call} apiKey={apiKey} language={language} />
                ))}
              </div>
            </>
          ),
        }))}
      />
    </Card>
  );
}

/** Links, so that a language can be chosen without JavaScript. */
function LanguageLinks({
  language,
  group,
  onLanguage,
}: Pick<ReferenceCardProps, 'language' | 'group' | 'onLanguage'>) {
  const choose = (event: MouseEvent, value: Language) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLanguage(value);
  };
  return (
    <nav aria-label="Language of the examples" className={groove}>
      {languages.map(({ value, label }) => (
        <a
          key={value}
          href={`?lang=${value}&tab=${group}#reference`}
          aria-current={value === language}
          onClick={(event) => choose(event, value)}
          className={`${slip} ${slipSize.sm} max-sm:flex-1`}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
