import { SearchInput } from '#app/components/ui/input/input.tsx';

export const docsSearchId = 'docs-search';

/** Search form of the documentation; the mod+K menu finds the same while typing. */
export function DocsSearch({ searched = '' }: { searched?: string | undefined }) {
  return (
    <form method="get" action="/docs" role="search" aria-label="Documentation" className="min-w-0 flex-1">
      <SearchInput
        label="Search the documentation"
        id={docsSearchId}
        name="q"
        maxLength={200}
        placeholder="Search docs"
        words={searched}
      />
    </form>
  );
}
