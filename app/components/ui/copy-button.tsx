import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'label'> {
  /** What is copied; a function is asked at the click. */
  text: string | (() => string | Promise<string>);
  /** The word of the button. */
  word?: string | undefined;
  /** Only the drawing is seen, the word is read. */
  isIconOnly?: boolean | undefined;
}

const feedbackMs = 2000;

/** Copies and says "Copied" for two seconds. Where the browser does not let it, it says so. */
export function CopyButton({ text, word = 'Copy', isIconOnly, ...rest }: CopyButtonProps) {
  const [state, setState] = useState<'rest' | 'copied' | 'refused'>('rest');

  useEffect(() => {
    if (state === 'rest') return;
    const timer = setTimeout(() => setState('rest'), feedbackMs);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const shown = state === 'copied' ? 'Copied' : state === 'refused' ? 'Not copied' : word;
  return (
    <Button
      size={isIconOnly ? 'icon' : 'sm'}
      icon={state === 'copied' ? Check : Copy}
      {...rest}
      label={isIconOnly ? shown : undefined}
      onClick={() => void copy()}
    >
      {isIconOnly ? null : <span aria-live="polite">{shown}</span>}
    </Button>
  );
}
