import type { RevealedSecret } from '#app/components/account/secret-line.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import type { CodeLanguage } from '#app/format/code-tokens.ts';

/** The account's key as it stands in the page: its end only. */
export interface DocsKey extends RevealedSecret {
  masked: string;
}

interface KeyedCodeProps {
  code: string;
  apiKey: DocsKey;
  label: string;
  language: CodeLanguage;
  isFlat?: boolean;
  className?: string;
}

/** Code with the masked key in it: the key itself is seen while it is shown, and is in every copy. */
export function KeyedCode({ code, apiKey, ...block }: KeyedCodeProps) {
  const { masked, shown, take } = apiKey;
  const withKey = (key: string) => code.replaceAll(masked, key);
  return (
    <CodeBlock
      {...block}
      code={shown === null ? code : withKey(shown)}
      canCopy
      copyText={async () => withKey(await take())}
    />
  );
}
