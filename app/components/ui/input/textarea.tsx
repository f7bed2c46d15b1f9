import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { inputStyle } from './input-style.ts';

export interface TextareaProps extends ComponentPropsWithoutRef<'textarea'> {
  isMono?: boolean | undefined;
}

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(function Textarea(props, ref) {
  const { isMono, className, rows = 4, ...rest } = props;
  const style = cn(inputStyle({ type: isMono ? 'mono' : 'sans' }), 'block resize-y', className);
  return <textarea ref={ref} rows={rows} spellCheck={!isMono} className={style} {...rest} />;
});
