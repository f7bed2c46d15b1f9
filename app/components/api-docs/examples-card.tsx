import { Card, CardHead } from '#app/components/ui/card.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import { languages, type Language } from '#app/presenters/api-docs/choices.ts';
import type { CallView } from '#app/presenters/api-docs/reference.ts';
import { KeyedCode, type DocsKey } from './keyed-code.tsx';

interface ExamplesCardProps {
  call: CallView;
  apiKey: DocsKey;
  language: Language;
  onLanguage: (language: string) => void;
}

/** The most common first call in every language, next to its response. */
export function ExamplesCard({ call, apiKey, language, onLanguage }: ExamplesCardProps) {
  const { method, path, examples, responses } = call;
  const [result] = responses.filter(({ example }) => example !== null);
  return (
    <Card aria-labelledby="examples">
      <CardHead
        id="examples"
        title="Examples"
        hint={<span className="mono text-xs">{`${method} ${path}`}</span>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] border-t border-border min-[75rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Tabs
          label="Language"
          value={language}
          onChange={onLanguage}
          className="flex flex-col [&>[role=tabpanel]]:flex-1"
          tabs={languages.map(({ value, label, code }) => ({
            value,
            label,
            panel: (
              <>
                <h3 className="hidden px-4 pt-4 pb-2 font-semibold sm:px-5 no-script:block">{label}</h3>
                <KeyedCode
                  code={examples[value]}
                  apiKey={apiKey}
                  label={`Example in ${label}`}
                  language={code}
                  isFlat
                  className={flatCode}
                />
              </>
            ),
          }))}
        />
        {result ? (
          <div className="flex flex-col border-border max-[75rem]:border-t min-[75rem]:border-l">
            <h3 className="flex h-11 items-center gap-2 px-4 font-medium sm:px-5">
              Response <span className="text-muted">{result.status}</span>
            </h3>
            <CodeBlock
              code={result.example ?? ''}
              label="Example response"
              language="json"
              isFlat
              className={`flex-1 ${flatCode} [&>pre]:max-h-120 min-[75rem]:[&>pre]:absolute min-[75rem]:[&>pre]:inset-0`}
            />
          </div>
        ) : null}
      </div>
    </Card>
  );
}

const flatCode = 'h-full border-t-0 [tab-size:4] [&>pre]:h-full';
