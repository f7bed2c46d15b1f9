import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { cn } from './cn.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'label'> {
  /** Text to copy, or a function called on click. */
  text: string | (() => string | Promise<string>);
  /** Text of the button. */
  word?: string | undefined;
  /** Called once the text is in the clipboard. */
  onCopied?: (() => void) | undefined;
  /** Shows only the icon; screen readers get the text. */
  isIconOnly?: boolean | undefined;
}

const feedbackMs = 2000;

/** Copies and shows "Copied" for two seconds, or an error if the browser refuses. */
export function CopyButton({
  text,
  word = 'Copy',
  isIconOnly,
  onCopied,
  className,
  ...rest
}: CopyButtonProps) {
  const [state, setState] = useState<'rest' | 'copied' | 'refused'>('rest');

  useEffect(() => {
    if (state === 'rest') return;
    const timer = setTimeout(() => setState('rest'), feedbackMs);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await write(text);
      setState('copied');
      onCopied?.();
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
      className={cn('no-script:hidden', className)}
      label={isIconOnly ? shown : undefined}
      onClick={() => void copy()}
    >
      {isIconOnly ? null : <span aria-live="polite">{shown}</span>}
    </Button>
  );
}

async function write(text: CopyButtonProps['text']): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text());
  // The promise starts within the click: Safari refuses a write after a wait.
  const shown = Promise.resolve(text()).then((found) => new Blob([found], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': shown })]);
}
