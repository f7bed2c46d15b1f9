import { Stack } from '#app/components/ui/page-head.tsx';
import type { ApiDocsView } from '#app/http/api/reference/api-docs.server.ts';
import { groups, languages } from '#app/presenters/api-docs/choices.ts';
import { ExamplesCard } from './examples-card.tsx';
import { KeyCard } from './key-card.tsx';
import { ReferenceCard } from './reference-card.tsx';
import { useShownApiKey } from './use-api-key.ts';
import { useDocsChoice } from './use-docs-choice.ts';

/** The key, an example and the reference. Revealing the key reveals it everywhere on the page. */
export function ApiDocs({ maskedKey, reference, ...facts }: ApiDocsView) {
  const apiKey = { ...useShownApiKey(), masked: maskedKey };
  const [language = 'curl', onLanguage] = useDocsChoice({ name: 'lang', choices: languages });
  const [group = 'jobs', onGroup] = useDocsChoice({ name: 'tab', choices: groups });
  const chosen = { apiKey, language, onLanguage };
  const example = reference.jobs.find(({ id }) => id === 'create-job') ?? reference.jobs[0];
  return (
    <Stack>
      <KeyCard apiKey={apiKey} {...facts} />
      {example ? <ExamplesCard call={example} {...chosen} /> : null}
      <ReferenceCard reference={reference} group={group} onGroup={onGroup} {...chosen} />
    </Stack>
  );
}
