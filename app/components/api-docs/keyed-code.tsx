import type { RevealedSecret } from '#app/components/account/secret-line.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import type { CodeLanguage } from '#app/format/code-tokens.ts';

/** The account's key on the page, masked until revealed. */
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

/** Code with the masked key. Shows the key itself while it is revealed; every copy contains it. */
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
