import { Form, useNavigation } from '@remix-run/react';
import { Button } from '#app/components/ui/input/button.tsx';

/** Takes the lines of a crontab to the preview of Import, with JavaScript and without; there they become jobs. */
export function ImportLines({ crontab, isPrimary = false }: { crontab: string; isPrimary?: boolean }) {
  const isPending = useNavigation().formAction?.startsWith('/dashboard/import') ?? false;
  return (
    <Form method="post" action="/dashboard/import" encType="multipart/form-data" className="contents">
      <input type="hidden" name="text" value={crontab} />
      <input type="hidden" name="format" value="crontab" />
      <input type="hidden" name="from" value="form" />
      <Button
        type="submit"
        name="intent"
        value="preview"
        isPending={isPending}
        {...(isPrimary ? { variant: 'primary' } : { size: 'sm' })}
      >
        Preview Import
      </Button>
    </Form>
  );
}
