import { useMemo } from 'react';
import { codeTokens, languageOf, type CodeLanguage, type TokenKind } from '#app/format/code-tokens.ts';
import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** Accessible label for keyboard users: "Response body". */
  label: string;
  /** If absent, JSON is detected by its first character. */
  language?: CodeLanguage | undefined;
  /** Runs along the edges of its card. */
  isFlat?: boolean | undefined;
  canCopy?: boolean | undefined;
  /** Text to copy instead of the shown one. */
  copyText?: (() => Promise<string>) | undefined;
  className?: string | undefined;
}

const colours: Record<Exclude<TokenKind, 'plain'>, string> = {
  key: 'text-brand',
  string: 'text-success',
  number: 'text-warning',
  variable: 'text-info',
};

/** Text as sent or received: scrolls sideways, never wraps, reachable by keyboard. */
export function CodeBlock({ code, label, language, isFlat, canCopy, copyText, className }: CodeBlockProps) {
  return (
    <div
      className={cn(
        'relative min-w-0 bg-sunken',
        isFlat ? 'border-t border-border' : 'rounded-control',
        // The button is beside the text, on a phone above it, so it never covers the text.
        canCopy && 'flex items-start max-sm:flex-col-reverse max-sm:items-stretch',
        className,
      )}
    >
      <pre
        // A scrolling region must be reachable without a mouse.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: scrolling by keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        className={cn(
          'min-w-0 grow overflow-x-auto',
          isFlat ? 'px-4 py-4 -outline-offset-2 sm:px-5' : 'rounded-control px-3.5 py-2.5',
          canCopy && 'max-sm:pt-1',
        )}
      >
        <code>
          <Coloured code={code} language={language ?? languageOf(code)} />
        </code>
      </pre>
      {canCopy ? (
        <CopyButton text={copyText ?? code} className="m-2 shrink-0 max-sm:mb-0 max-sm:self-end" />
      ) : null}
    </div>
  );
}

function Coloured({ code, language }: { code: string; language: CodeLanguage }) {
  const tokens = useMemo(() => codeTokens({ code, language }), [code, language]);
  return tokens.map(({ kind, text }, index) =>
    kind === 'plain' ? (
      text
    ) : (
      <span key={index} className={colours[kind]}>
        {text}
      </span>
    ),
  );
}
